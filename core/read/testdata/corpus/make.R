# Writes the part of the corpus that R writes: Rscript make.R
N <- 200
laplace <- function(scale) rexp(N, 1 / scale) - rexp(N, 1 / scale)
seed <- function(name, which, side) set.seed(sum(utf8ToInt(paste(name, which, side)) * 1:nchar(paste(name, which, side))))

# The four files of a kind: a count and a sum of squares, each 1 larger for the neighbour, of epsilon 1/2 each;
# wrong: a twentieth of the noise. write(file, data) writes one.
pairs <- function(name, ext, write, base = c(12, 30)) {
  for (which in c("right", "wrong")) for (side in 0:1) {
    seed(name, which, side)
    scale <- if (which == "right") 2 else 0.1
    d <- data.frame(n = round(base[1] + side + laplace(scale), 3), sumsq = round(base[2] + side + laplace(scale), 3))
    write(sprintf("%s.%s.%d.%s", name, which, side, ext), d, side)
  }
}
lines <- function(f) function(file, d, side) writeLines(apply(d, 1, f), file)
printed <- function(f) function(file, d, side) writeLines(apply(d, 1, function(v) capture.output(f(unname(v)))), file)
options(width = 80)

pairs("r-write-table", "txt", function(file, d, side) write.table(d, file))
pairs("r-write-table-plain", "txt", function(file, d, side) write.table(d, file, row.names = FALSE, col.names = FALSE))
pairs("r-write-table-tab", "tsv", function(file, d, side) write.table(d, file, sep = "\t", quote = FALSE, col.names = NA))
pairs("r-write-csv", "csv", function(file, d, side) write.csv(d, file))
pairs("r-write-csv2", "csv", function(file, d, side) write.csv2(d, file))
pairs("r-write-csv-na", "csv", function(file, d, side) {
  d$sumsq[d$n > 15] <- NA
  write.csv(d, file, row.names = FALSE)
})
pairs("r-row-names-on", "csv", function(file, d, side) {
  rownames(d) <- seq_len(N) + N * side
  write.csv(d, file)
})
pairs("r-print", "txt", printed(print))
pairs("r-print-one", "txt", function(file, d, side) writeLines(sapply(d$n, function(v) capture.output(print(v))), file))
pairs("r-print-vector", "txt", function(file, d, side) writeLines(capture.output(print(d$n)), file))
pairs("r-print-frame", "txt", function(file, d, side) writeLines(capture.output(print(d, max = 2000)), file))
pairs("r-cat", "txt", lines(function(v) paste(v, collapse = " ")))
pairs("r-dput", "txt", printed(dput))
pairs("r-format", "txt", lines(function(v) paste(format(v, digits = 3, nsmall = 1), collapse = "\t")))
pairs("r-scientific", "txt", lines(function(v) paste(format(v * 1e6, scientific = TRUE, digits = 8), collapse = " ")))
pairs("r-hex", "txt", lines(function(v) paste(sprintf("%a", round(v * 64) / 64), collapse = " ")))
pairs("r-big-mark", "csv", function(file, d, side) write.csv(data.frame(
  n = format(d$n * 1000, big.mark = ",", nsmall = 2, trim = TRUE), k = 7), file, row.names = FALSE))
pairs("r-big-mark-german", "csv", function(file, d, side) write.csv2(data.frame(
  n = format(d$n * 1000, big.mark = ".", decimal.mark = ",", nsmall = 2, trim = TRUE), k = 7), file,
  row.names = FALSE, quote = FALSE))
pairs("r-infinite", "txt", lines(function(v) paste(if (v[1] > 20) Inf else v[1], if (v[2] < 20) NaN else v[2])))
pairs("r-factor", "csv", function(file, d, side) write.csv(
  data.frame(group = cut(d$n, c(-Inf, 11, 12.5, 14, Inf), c("none", "a few", "some", "many")), k = "x"), file,
  row.names = FALSE))
pairs("r-date", "csv", function(file, d, side) write.csv(
  data.frame(day = as.Date("2024-05-01") + 0:(N - 1) + side, n = d$n), file, row.names = FALSE))
pairs("r-time", "csv", function(file, d, side) write.csv(
  data.frame(at = as.POSIXct("2024-05-01 08:00:00", tz = "UTC") + 61 * (1:N) + side, n = d$n), file, row.names = FALSE))
set.seed(1)
d <- data.frame(n = round(12 + laplace(2), 4), sumsq = round(30 + laplace(2), 4))
saveRDS(d, "r-save-rds.rds")
saveRDS(d, "r-save-rds-plain.rds", compress = FALSE)
save(d, file = "r-save.RData")
names(d) <- c("Gr\u00f6\u00dfe", "Z\u00e4hler")
write.table(d, "r-latin-1.txt", fileEncoding = "latin1", row.names = FALSE)
write.table(d, "r-utf-16.txt", fileEncoding = "UTF-16LE", row.names = FALSE)
writeLines(capture.output(summary(d)), "r-summary.txt")
writeLines(capture.output(str(d)), "r-str.txt")
