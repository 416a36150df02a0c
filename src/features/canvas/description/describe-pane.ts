import type { ShownProduct } from '#core/description/view-description.ts';
import type { Editor } from '#core/editor.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { CameraFacts } from '#domain/view/camera-facts.ts';
import { hasTwoPanes, type PaneId } from '#domain/view/view-mode.ts';
import type { TextKey } from '#locales/texts.ts';
import type { LayerSummary } from '#viewport/viewport-types.ts';
import { className } from '../display/class-name.ts';
import { type DescribedPart, type DescribedRow, listed, type Words } from './words.ts';

/** Name of a product. */
export const productName = (product: string, { t }: Words) => t(`product.${product}` as TextKey);

function directionText({ tilt, towards, tiltDeg }: CameraFacts, { t, format }: Words): string {
  return t(`describe.tilt.${tilt}`, {
    compass: t(`describe.compass.${towards}`),
    degrees: format.number(Math.abs(tiltDeg)),
  });
}

/** The view and its content in one sentence. */
export function summaryOf(editor: Editor, pane: PaneId, words: Words): string {
  const { t } = words;
  const { viewMode, paneModes } = editor.views.workspace;
  const { camera, products } = editor.description.pane(pane);
  const [x, y] = camera.centre;
  const names = products.map(({ product }) => productName(product, words));
  return t('describe.summary', {
    mode: t(`viewMode.${hasTwoPanes(viewMode) ? paneModes[pane] : viewMode}`),
    products: names.length === 0 ? t('describe.nothing') : names.join(', '),
    direction: directionText(camera, words),
    width: words.rough('length', camera.width),
    height: words.rough('length', camera.height),
    x: words.exact('coordinate', x),
    y: words.exact('coordinate', y),
  });
}

/** The camera of a pane. */
export function viewPart(editor: Editor, pane: PaneId, title: string, words: Words): DescribedPart {
  const { t } = words;
  const { camera } = editor.description.pane(pane);
  const [x, y, z] = camera.centre;
  const place = {
    x: words.exact('coordinate', x),
    y: words.exact('coordinate', y),
    z: words.rough('elevation', z),
  };
  const extent = {
    width: words.rough('length', camera.width),
    height: words.rough('length', camera.height),
  };
  const rows: DescribedRow[] = [
    { name: t('describe.mode'), text: t(`viewMode.${editor.views.workspace.viewMode}`) },
    {
      name: t('describe.projection'),
      text: t(camera.isParallel ? 'describe.parallel' : 'describe.perspective'),
    },
    { name: t('describe.looks'), text: directionText(camera, words) },
    { name: t('describe.middle'), text: t('describe.place', place) },
    { name: t('describe.extent'), text: t('describe.extentText', extent) },
    {
      name: t('describe.scale'),
      text: t('describe.scaleText', { length: words.rough('length', camera.unitsPerPixel) }),
    },
  ];
  if (!camera.isParallel) {
    const distance = words.rough('length', camera.distance);
    rows.push({ name: t('describe.eye'), text: t('describe.eyeText', { distance }) });
  }
  return { id: `view-${pane}`, title, rows };
}

/** Width and height of a product on the ground. */
function extentOf(editor: Editor, { min, max }: NonNullable<LayerSummary['bounds']>, words: Words) {
  const middle = min.map((low, axis) => (low + max[axis]!) / 2) as unknown as WorldPoint;
  const combined = editor.combinedScaleAt(middle);
  return {
    width: words.rough('length', (max[0] - min[0]) / combined),
    height: words.rough('length', (max[1] - min[1]) / combined),
  };
}

function productText(editor: Editor, { kind, opacity, summary }: ShownProduct, words: Words): string {
  const { t, format } = words;
  if (summary === null) return t('describe.reading');
  const { bounds, pointCount, elevationRange, gaps = 0, classes } = summary;
  const count = (key: 'describe.pointCount' | 'describe.gaps', number: number) =>
    number === 0 ? '' : t(key, { count: number, number: format.number(number) });
  const range = elevationRange && {
    low: words.rough('elevation', elevationRange[0]),
    high: words.rough('elevation', elevationRange[1]),
  };
  const extent = bounds && extentOf(editor, bounds, words);
  return listed(
    extent ? t('describe.size', extent) : '',
    count('describe.pointCount', pointCount),
    range ? t('describe.elevations', range) : '',
    kind !== 'copc' && opacity < 1 ? t('describe.opacity', { share: format.percent(opacity) }) : '',
    classes.length === 0
      ? ''
      : t('describe.classes', { classes: classes.map((number) => className(number, t)).join(', ') }),
    count('describe.gaps', gaps),
  );
}

/** The products that a pane shows, with their known facts. */
export function productsPart(editor: Editor, pane: PaneId, title: string, words: Words): DescribedPart {
  const { t } = words;
  const { products } = editor.description.pane(pane);
  const shown = new Set(products.map(({ id }) => id));
  const left = editor.views.workspace.scene.filter(({ id }) => !shown.has(id));
  const rows: DescribedRow[] = products.map((product) => ({
    name: productName(product.product, words),
    text: productText(editor, product, words),
  }));
  if (rows.length === 0) rows.push({ name: '', text: t('describe.noneShown') });
  if (left.length > 0) {
    const text = left.map(({ product }) => productName(product, words)).join(', ');
    rows.push({ name: t('describe.notShown'), text });
  }
  return { id: `products-${pane}`, title, rows };
}
