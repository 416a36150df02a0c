/**
 * Resamples a photo onto a plane through its projection centre. `parameters` (f64): 0 fisheye (else 0), 1 focal, 2 cx,
 * 3 cy, 4–8 k1 k2 k3 p1 p2 of the source image; 9–17 rotation from the plane's frame to the camera's, row by row;
 * 18 focal, 19 cu, 20 cv of the plane. Pixel centres are at halves on both sides. Bilinear; pixels outside the photo
 * are marked invalid.
 */
export function resamplePlane(
  source: usize,
  sourceWidth: i32,
  sourceHeight: i32,
  target: usize,
  valid: usize,
  width: i32,
  height: i32,
  parameters: usize,
): void {
  const isFisheye = load<f64>(parameters) != 0;
  const focal = load<f64>(parameters, 8);
  const cx = load<f64>(parameters, 16);
  const cy = load<f64>(parameters, 24);
  const k1 = load<f64>(parameters, 32);
  const k2 = load<f64>(parameters, 40);
  const k3 = load<f64>(parameters, 48);
  const p1 = load<f64>(parameters, 56);
  const p2 = load<f64>(parameters, 64);
  const r0 = load<f64>(parameters, 72);
  const r1 = load<f64>(parameters, 80);
  const r2 = load<f64>(parameters, 88);
  const r3 = load<f64>(parameters, 96);
  const r4 = load<f64>(parameters, 104);
  const r5 = load<f64>(parameters, 112);
  const r6 = load<f64>(parameters, 120);
  const r7 = load<f64>(parameters, 128);
  const r8 = load<f64>(parameters, 136);
  const plane = load<f64>(parameters, 144);
  const cu = load<f64>(parameters, 152);
  const cv = load<f64>(parameters, 160);
  for (let row = 0; row < height; row++) {
    const y = (<f64>row + 0.5 - cv) / plane;
    for (let column = 0; column < width; column++) {
      const x = (<f64>column + 0.5 - cu) / plane;
      const zc = r6 * x + r7 * y + r8;
      const at = <usize>(row * width + column);
      store<u8>(target + at, 0);
      store<u8>(valid + at, 0);
      if (zc <= 1e-6) continue;
      let u = (r0 * x + r1 * y + r2) / zc;
      let v = (r3 * x + r4 * y + r5) / zc;
      const rr = u * u + v * v;
      if (isFisheye) {
        const radius = Math.sqrt(rr);
        if (radius > 1e-9) {
          const angle = Math.atan(radius);
          const a2 = angle * angle;
          const bent = (angle * (1 + a2 * (k1 + a2 * (k2 + a2 * k3)))) / radius;
          u *= bent;
          v *= bent;
        }
      } else {
        if (1 + rr * (3 * k1 + rr * (5 * k2 + rr * 7 * k3)) <= 0) continue;
        const radial = 1 + rr * (k1 + rr * (k2 + rr * k3));
        const du = u * radial + 2 * p1 * u * v + p2 * (rr + 2 * u * u);
        v = v * radial + p1 * (rr + 2 * v * v) + 2 * p2 * u * v;
        u = du;
      }
      const px = cx + focal * u - 0.5;
      const py = cy + focal * v - 0.5;
      if (!(px >= 0 && py >= 0 && px < <f64>(sourceWidth - 1) && py < <f64>(sourceHeight - 1))) continue;
      const ix = <i32>px;
      const iy = <i32>py;
      const fx = <f32>(px - <f64>ix);
      const fy = <f32>(py - <f64>iy);
      const from = source + <usize>(iy * sourceWidth + ix);
      const a = <f32>load<u8>(from);
      const b = <f32>load<u8>(from, 1);
      const c = <f32>load<u8>(from + <usize>sourceWidth);
      const d = <f32>load<u8>(from + <usize>sourceWidth, 1);
      const top = a + (b - a) * fx;
      const bottom = c + (d - c) * fx;
      store<u8>(target + at, <u8>(top + (bottom - top) * fy + 0.5));
      store<u8>(valid + at, 1);
    }
  }
}

/** Half the size by the mean of four pixels; valid where all four are. */
export function halvePlane(
  source: usize,
  sourceValid: usize,
  width: i32,
  height: i32,
  target: usize,
  targetValid: usize,
): void {
  const w = width >> 1;
  const h = height >> 1;
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      const from = <usize>(2 * row * width + 2 * column);
      const below = from + <usize>width;
      const sum =
        <u32>load<u8>(source + from) +
        <u32>load<u8>(source + from, 1) +
        <u32>load<u8>(source + below) +
        <u32>load<u8>(source + below, 1);
      const all =
        load<u8>(sourceValid + from) &
        load<u8>(sourceValid + from, 1) &
        load<u8>(sourceValid + below) &
        load<u8>(sourceValid + below, 1);
      const at = <usize>(row * w + column);
      store<u8>(target + at, <u8>((sum + 2) >> 2));
      store<u8>(targetValid + at, all);
    }
  }
}
