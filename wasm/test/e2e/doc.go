//go:build !js

// Package e2e tests the built site in Chromium; see package page for how.
package e2e
