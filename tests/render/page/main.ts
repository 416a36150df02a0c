import '@fontsource-variable/inter';
import { encodePng } from '#gpu/views/read-texture.ts';
import type { Check, RenderCase } from './render-case.ts';
import { setStage } from './stage.ts';

/** Result of a case for the runner. */
export interface CaseReport {
  /** PNG, base64; null for cases without an image. */
  readonly picture: string | null;
  readonly checks: readonly Check[];
  readonly failures: readonly string[];
  readonly tolerance: number;
}

const modules = import.meta.glob<{ renderCase: RenderCase }>('../cases/*/case.ts');

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

async function runCase(name: string): Promise<CaseReport> {
  const load = modules[`../cases/${name}/case.ts`];
  if (!load) throw new Error(`no render case ${name}`);
  const { renderCase } = await load();
  // The product's own font, so that labels do not depend on those that a machine has.
  const fonts = await document.fonts.load('600 32px "Inter Variable"');
  if (fonts.length === 0) throw new Error('the font of labels is not there');
  const { stage, end } = await setStage(renderCase.width, renderCase.height);
  let failures: readonly string[] = [];
  try {
    const { picture, checks } = await renderCase.run(stage);
    return {
      picture: picture ? await toBase64(await encodePng(picture)) : null,
      checks: checks ?? [],
      failures: stage.failures,
      tolerance: renderCase.tolerance ?? 0.001,
    };
  } finally {
    failures = await end();
    if (failures.length > 0) console.error(failures.join('\n'));
  }
}

/** Draws a canvas without any of our code, to distinguish a broken browser from a broken renderer. */
async function smokeTest(): Promise<string> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return 'no WebGPU adapter';
  const device = await adapter.requestDevice();
  let lost = '';
  void device.lost.then((info) => {
    lost = info.message || info.reason;
  });
  const canvas = document.createElement('canvas');
  document.body.replaceChildren(canvas);
  const context = canvas.getContext('webgpu');
  if (!context) return 'no WebGPU canvas';
  context.configure({ device, format: navigator.gpu.getPreferredCanvasFormat() });
  const encoder = device.createCommandEncoder();
  const view = context.getCurrentTexture().createView();
  encoder
    .beginRenderPass({
      colorAttachments: [{ view, clearValue: [0, 1, 0, 1], loadOp: 'clear', storeOp: 'store' }],
    })
    .end();
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  if (lost) return `device lost: ${lost}`;
  device.destroy();
  return '';
}

declare global {
  interface Window {
    renderTests: { runCase: typeof runCase; smokeTest: typeof smokeTest; names: string[] };
  }
}

window.renderTests = {
  runCase,
  smokeTest,
  names: Object.keys(modules).map((path) => path.split('/').at(-2) ?? path),
};
