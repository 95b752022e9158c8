/** Digits as lines on a pad, from 0 to 1 both ways: as people write them, without their trembling. */
const line = (...numbers) =>
  Array.from({ length: numbers.length / 2 }, (_, i) => ({
    x: numbers[2 * i],
    y: numbers[2 * i + 1],
  }));

const arc = (x, y, across, down, from, to) =>
  Array.from({ length: 17 }, (_, i) => {
    const angle = ((from + ((to - from) * i) / 16) * Math.PI) / 180;
    return { x: x + across * Math.cos(angle), y: y + down * Math.sin(angle) };
  });

/** The strokes of each digit. */
export const glyphs = [
  [arc(0.5, 0.5, 0.28, 0.38, -90, 270)],
  [line(0.35, 0.3, 0.52, 0.1, 0.52, 0.9)],
  [[...arc(0.5, 0.3, 0.22, 0.2, 180, 380), ...line(0.28, 0.88, 0.75, 0.88)]],
  [[...arc(0.48, 0.3, 0.22, 0.2, 200, 450), ...arc(0.48, 0.7, 0.25, 0.2, -90, 150)]],
  [line(0.55, 0.1, 0.25, 0.62, 0.8, 0.62), line(0.6, 0.4, 0.6, 0.92)],
  [line(0.72, 0.1, 0.34, 0.1, 0.32, 0.45), arc(0.48, 0.65, 0.24, 0.23, -120, 140)],
  [[...line(0.65, 0.1, 0.45, 0.25, 0.32, 0.5), ...arc(0.5, 0.68, 0.2, 0.2, 180, 540)]],
  [line(0.25, 0.12, 0.75, 0.12, 0.42, 0.9)],
  [[...arc(0.5, 0.3, 0.18, 0.19, 90, 450), ...arc(0.5, 0.7, 0.23, 0.21, -90, 270)]],
  [[...arc(0.5, 0.32, 0.2, 0.2, 0, -360), ...line(0.7, 0.32, 0.68, 0.6, 0.6, 0.9)]],
];

/** Other ways to write some digits: the digit and its strokes. */
export const otherHands = [
  [1, 'on a foot', [line(0.3, 0.3, 0.5, 0.1, 0.5, 0.9), line(0.3, 0.9, 0.7, 0.9)]],
  [1, 'on a wide foot', [line(0.4, 0.2, 0.5, 0.1, 0.5, 0.9), line(0.25, 0.9, 0.75, 0.9)]],
  [1, 'on a small foot', [line(0.35, 0.25, 0.52, 0.08, 0.48, 0.92), line(0.36, 0.93, 0.62, 0.9)]],
  [1, 'a stroke on a foot', [line(0.5, 0.1, 0.5, 0.9), line(0.3, 0.9, 0.7, 0.9)]],
  [1, 'a stroke', [line(0.5, 0.08, 0.5, 0.92)]],
  [4, 'open', [line(0.25, 0.1, 0.22, 0.55, 0.8, 0.55), line(0.62, 0.1, 0.62, 0.92)]],
  [4, 'open, short', [line(0.3, 0.1, 0.2, 0.6, 0.85, 0.58), line(0.65, 0.3, 0.6, 0.95)]],
  [4, 'open, square', [line(0.2, 0.1, 0.2, 0.5, 0.7, 0.5), line(0.7, 0.1, 0.7, 0.9)]],
  [4, 'open, slanted', [line(0.35, 0.08, 0.18, 0.62, 0.8, 0.62), line(0.6, 0.35, 0.55, 0.95)]],
  [7, 'with a bar', [line(0.2, 0.1, 0.8, 0.1, 0.45, 0.92), line(0.4, 0.5, 0.75, 0.5)]],
  [
    5,
    'its bar last',
    [line(0.3, 0.1, 0.28, 0.45), arc(0.46, 0.66, 0.25, 0.24, -120, 130), line(0.3, 0.1, 0.75, 0.1)],
  ],
  [0, 'narrow', [arc(0.5, 0.5, 0.2, 0.4, -90, 270)]],
];
