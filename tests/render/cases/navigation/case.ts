import type { GpuViewport } from '#gpu/views/gpu-viewport.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import { corner, extent } from '../../scenes/terrain.ts';
import { addGround, lookFromAbove, lookFromSouth } from '../../scenes/views.ts';

/** Sends a drag to a canvas as a mouse would. */
function drag(
  canvas: HTMLCanvasElement,
  button: number,
  from: [number, number],
  to: [number, number],
  shiftKey = false,
): void {
  // A synthetic pointer cannot be captured.
  canvas.setPointerCapture = () => {};
  const box = canvas.getBoundingClientRect();
  const send = (type: string, [x, y]: [number, number]) => {
    const place = { clientX: box.left + x, clientY: box.top + y, pointerId: 7, button, shiftKey };
    canvas.dispatchEvent(new PointerEvent(type, { ...place, bubbles: true }));
  };
  send('pointerdown', from);
  for (let step = 1; step <= 4; step++) {
    send('pointermove', [from[0] + ((to[0] - from[0]) * step) / 4, from[1] + ((to[1] - from[1]) * step) / 4]);
  }
  send('pointerup', to);
}

function wheel(canvas: HTMLCanvasElement, x: number, y: number, deltaY: number): void {
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(
    new WheelEvent('wheel', { clientX: box.left + x, clientY: box.top + y, deltaY, cancelable: true }),
  );
}

function near(what: string, actual: { x: number; y: number }, x: number, y: number, max: number): Check {
  const away = Math.hypot(actual.x - x, actual.y - y);
  return { what, isOk: away <= max, detail: `${away.toFixed(3)} px off, at most ${max}` };
}

function checkPlan(viewport: GpuViewport, canvas: HTMLCanvasElement): Check[] {
  lookFromAbove(viewport);
  const held = viewport.unproject(200, 150)!;
  drag(canvas, 0, [200, 150], [260, 110]);
  const panned = near('2D drag pans', viewport.project(held), 260, 110, 0.01);
  const about = viewport.unproject(100, 300)!;
  const before = viewport.unitsPerPixel;
  wheel(canvas, 100, 300, -100);
  const zoomed = near('wheel zooms to the pointer', viewport.project(about), 100, 300, 0.01);
  const ratio = before / viewport.unitsPerPixel;
  const isNearer = {
    what: 'wheel forwards goes nearer',
    isOk: ratio > 1.1 && ratio < 1.3,
    detail: ratio.toFixed(3),
  };
  return [panned, zoomed, isNearer];
}

function checkOrbit(viewport: GpuViewport, canvas: HTMLCanvasElement): Check[] {
  lookFromSouth(viewport);
  const before = viewport.camera;
  drag(canvas, 0, [300, 200], [360, 220]);
  const turned = viewport.camera;
  const isTurned =
    turned.yawRad > before.yawRad && turned.pitchRad > before.pitchRad && turned.distance === before.distance;
  drag(canvas, 1, [300, 200], [360, 200]);
  const isPanned = viewport.camera.yawRad === turned.yawRad && viewport.camera.target[0] !== turned.target[0];
  viewport.setPrimaryDrag('none');
  const still = viewport.camera;
  drag(canvas, 0, [300, 200], [360, 220]);
  const isStill = viewport.camera === still;
  viewport.setPrimaryDrag('navigate');
  return [
    {
      what: '3D drag orbits',
      isOk: isTurned,
      detail: `yaw ${turned.yawRad.toFixed(3)}, pitch ${turned.pitchRad.toFixed(3)}`,
    },
    { what: 'middle button pans', isOk: isPanned, detail: String(viewport.camera.target) },
    { what: 'a tool keeps the left button', isOk: isStill, detail: String(isStill) },
  ];
}

/** Pointer and wheel move the camera as expected, and nothing is drawn while nothing changes. */
export const renderCase: RenderCase = {
  width: 640,
  height: 400,
  async run({ viewport, canvas, settle, another }) {
    addGround(viewport, 200);
    await settle();
    const checks = [...checkPlan(viewport, canvas), ...checkOrbit(viewport, canvas)];
    await settle();
    let frames = 0;
    viewport.on('frame', () => frames++);
    for (let i = 0; i < 30; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
    checks.push({
      what: 'no frames at rest',
      isOk: frames === 0,
      detail: `${frames} in 30 animation frames`,
    });
    const blind = another({ gpu: { requestAdapter: async () => null } as unknown as GPU });
    let told = '';
    blind.on('unsupported', ({ reason }) => {
      told = reason;
    });
    const answer = await blind.attach(document.createElement('canvas'));
    const reason = answer.status === 'unsupported' ? answer.reason : answer.status;
    checks.push({
      what: 'no adapter is told',
      isOk: reason === 'no-adapter' && told === reason,
      detail: `${reason}, ${told}`,
    });
    viewport.fit({
      min: [corner[0], corner[1], corner[2]],
      max: [corner[0] + extent, corner[1] + extent, corner[2] + 60],
    });
    const seen = viewport.project([corner[0] + extent, corner[1] + extent, corner[2] + 60]);
    const isSeen = seen.x > 0 && seen.x < 640 && seen.y > 0 && seen.y < 400;
    checks.push({
      what: 'fit shows the whole box',
      isOk: isSeen,
      detail: `${seen.x.toFixed(0)}, ${seen.y.toFixed(0)}`,
    });
    return { checks };
  },
};
