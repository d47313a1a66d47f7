// Package chart draws the charts of a sheet.
//
// All geometry is plain Go: New lays a sheet.Chart out for a width and returns
// a tree of SVG elements, the same tree for the page (colours are CSS
// variables, so a theme changes them without a redraw) and for exported files
// (colours written out). The vugu component Chart is a thin frame around it:
// vugu renders the frame, Board fills in the tree when, and only when, the data
// or the width changed, because vugu does not compare trees.
package chart
