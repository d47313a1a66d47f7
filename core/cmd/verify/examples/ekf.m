% ekf.py in Octave: verify -d 10 -estimator 'octave -qf ekf.m 0.9887 4'
args = argv();
share = str2double(args{1});
published = str2double(args{2});
sensors = str2num(getenv("INDISTINCT_SENSORS"));
transition = str2num(getenv("INDISTINCT_TRANSITION"));
start = str2num(getenv("INDISTINCT_START"))';
spread = str2double(getenv("INDISTINCT_SPREAD"));
noise = str2num(getenv("INDISTINCT_NOISE"));
steps = str2double(getenv("INDISTINCT_STEPS"));
n = numel(sensors);
Q = diag([noise(1)^2, noise(1)^2, 0, 0]);
R = noise(2)^2 * eye(n);

while true
  try
    line = input("", "s"); % fgetl waits for the line after
  catch
    break
  end
  numbers = sscanf(line, "%f");
  rand("twister", [mod(numbers(1), 2^32), floor(numbers(1) / 2^32)]); % the same seed and record give the same answer
  y = reshape(numbers(2:end), n, steps);
  x = start;
  P = spread^2 * eye(4);
  out = zeros(2, published);
  for k = 1:published
    if k > 1
      x = transition * x;
      P = transition * P * transition' + Q;
    end
    t = tanh(0.1 * (x(1:2)' - sensors))'; % 2 × sensors
    slope = 10 * (1 - t.^2);
    H = zeros(n, 4);
    H(1:2:end, 1) = slope(1, :);
    H(2:2:end, 2) = slope(2, :);
    K = P * H' / (H * P * H' + R);
    x += K * (y(:, k) - 100 * t(:));
    P -= K * H * P;
    x(1:2) += (1 - share) / share * rand(2, 1);
    out(:, k) = x(1:2);
  end
  printf("%.17g ", out);
  printf("\n");
  fflush(stdout);
end
