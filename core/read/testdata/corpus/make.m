% Writes the part of the corpus that GNU Octave writes: octave --no-gui make.m
1;
N = 200;
save_header_format_string ("# Created by Octave 7.3.0, Wed Nov 25 12:00:00 2026 UTC <user@host>");
function d = draw (name, which, side, N)
  % A count and a sum of squares, each 1 larger for the neighbour, of epsilon 1/2 each; wrong: a twentieth of the noise.
  rande ("seed", sum (double ([name which]) .* (1:numel ([name which]))) + side);
  scale = 2; if (strcmp (which, "wrong")) scale = 0.1; end
  d = round (1e3 * ([12 30] + side + scale * (rande (N, 2) - rande (N, 2)))) / 1e3;
end
function each (name, ext, write)
  for which = {"right", "wrong"}
    for side = 0:1
      write (sprintf ("%s.%s.%d.%s", name, which{1}, side, ext), draw (name, which{1}, side, 200));
    end
  end
end
function put (file, text)
  f = fopen (file, "w"); fputs (f, text); fclose (f);
end
function by_row (file, d, f)
  text = "";
  for i = 1:size (d, 1) text = [text f(d(i, :))]; end
  put (file, text);
end
function two_matrices (file, d)
  before = d(:, 1); after = d(:, 2);
  save ("-text", file, "before", "after");
end
function as_text (file, d)
  x = d; save ("-text", file, "x");
end
each ("octave-save-ascii", "txt", @(file, d) save ("-ascii", file, "d"));
each ("octave-save-text", "txt", @as_text);
each ("octave-dlmwrite", "csv", @(file, d) dlmwrite (file, d, "precision", "%.4f"));
each ("octave-dlmwrite-blank", "txt", @(file, d) dlmwrite (file, d, " "));
each ("octave-disp-rows", "txt", @(file, d) by_row (file, d, @(v) disp (v)));
each ("octave-disp", "txt", @(file, d) put (file, disp (d)));
each ("octave-display", "txt", @(file, d) put (file, ["releases =\n\n" disp(d) "\n"]));
each ("octave-mat2str-rows", "txt", @(file, d) by_row (file, d, @(v) [mat2str(v) "\n"]));
each ("octave-mat2str", "txt", @(file, d) put (file, [mat2str(d) "\n"]));
each ("octave-num2str", "txt", @(file, d) by_row (file, d, @(v) [num2str(v) "\n"]));
each ("octave-json", "json", @(file, d) put (file, jsonencode (d)));
each ("octave-json-objects", "json", @(file, d) put (file, jsonencode (struct ("n", num2cell (d(:, 1)), "sumsq", num2cell (d(:, 2))))));
each ("octave-single", "txt", @(file, d) by_row (file, round (1024 * d(:, 1)) / 1024, @(v) [mat2str(single (v), 9) "\n"]));
d = draw ("matrices", "right", 0, N);
two_matrices ("octave-two-matrices.txt", d);
save ("-binary", "octave-binary.bin", "d");
save ("-v7", "octave-matlab7.mat", "d");
save ("-v6", "octave-matlab6.mat", "d");
fixed_point_format (true);
put ("octave-scaled.txt", ["releases =\n\n" disp([d * 300, d]) "\n"]);
