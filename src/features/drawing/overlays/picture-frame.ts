/** What of a picture a view shows. */
export interface PictureFrame {
  /** Picture place in the middle of the view, pixels. */
  readonly x: number;
  readonly y: number;
  /** CSS pixels along the edge of a pixel. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Closest and widest: a pixel as large as a thumb, and the picture in a quarter of the view. */
const maxScale = 32;
const widest = 0.5;

/** The whole picture in the view. */
export function fitFrame(picture: Size, view: Size): PictureFrame {
  const scale = Math.min(view.width / picture.width, view.height / picture.height);
  return { x: picture.width / 2, y: picture.height / 2, scale };
}

/** Keeps the scale between its ends, and the middle of the view in the picture. */
export function keptFrame(frame: PictureFrame, picture: Size, view: Size): PictureFrame {
  const least = fitFrame(picture, view).scale * widest;
  return {
    x: Math.min(picture.width, Math.max(0, frame.x)),
    y: Math.min(picture.height, Math.max(0, frame.y)),
    scale: Math.min(maxScale, Math.max(least, frame.scale)),
  };
}

/** The place of the picture at a place of the view, CSS pixels from its left top corner. */
export function pictureAt(
  frame: PictureFrame,
  view: Size,
  left: number,
  top: number,
): [x: number, y: number] {
  return [frame.x + (left - view.width / 2) / frame.scale, frame.y + (top - view.height / 2) / frame.scale];
}

/** The place of the view where a place of the picture is. */
export function viewAt(frame: PictureFrame, view: Size, x: number, y: number): [left: number, top: number] {
  return [(x - frame.x) * frame.scale + view.width / 2, (y - frame.y) * frame.scale + view.height / 2];
}

/** Zooms so that what is at a place of the view stays there. */
export function zoomedFrame(
  frame: PictureFrame,
  factor: number,
  view: Size,
  [left, top]: readonly [number, number],
  picture: Size,
): PictureFrame {
  const [x, y] = pictureAt(frame, view, left, top);
  const { scale } = keptFrame({ ...frame, scale: frame.scale * factor }, picture, view);
  const shift = [(left - view.width / 2) / scale, (top - view.height / 2) / scale] as const;
  return keptFrame({ x: x - shift[0], y: y - shift[1], scale }, picture, view);
}
