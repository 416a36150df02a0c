import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import {
  existingProductRefusal,
  isPointCloud,
  isTransformable,
  type TransformableProduct,
  transformRefusal,
  transformRules,
} from '#contract/rules/transform.ts';
import type { UnitOfMeasure } from '#contract/schemas/common.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { systemOf } from '../products/coordinate-system.ts';
import { mayManage, type Viewer } from '../viewer.ts';
import { inUnit, metresOf, originalForm, type PixelSizeForm, pixelSizeFaults } from './pixel-size.ts';
import { type SystemChoice, type TargetSystem, useTargetSystem } from './target-system.ts';

/** The products of a project that can be transformed, one of each name: the first made, or the one being viewed. */
export function transformableOf(project: Project, selected: Product | null): Product[] {
  const originals = project.products.filter(
    ({ name, original }) => original === null && isTransformable(name),
  );
  const names = [...new Set(originals.map(({ name }) => name))];
  const lookedAt = originals.find((each) => each.pk === selected?.pk);
  return names.flatMap((name) =>
    lookedAt?.name === name ? [lookedAt] : originals.filter((each) => each.name === name).slice(0, 1),
  );
}

/** State of the form of a transformed product: values, validation errors, and the resulting request. */
export function useTransform(
  project: Project,
  viewer: Viewer,
  selected: Product | null,
  onRequested: () => void,
) {
  const originals = transformableOf(project, selected);
  const [pk, setPk] = useState(
    originals.find((each) => each.pk === selected?.pk)?.pk ?? originals[0]?.pk ?? null,
  );
  const original = originals.find((each) => each.pk === pk) ?? null;
  const [choice, setChoice] = useState<SystemChoice>({ kind: 'listed', epsg: null, wkt: null });
  const choose = useCallback(
    (change: Partial<SystemChoice>) => setChoice((before) => ({ ...before, ...change })),
    [],
  );
  const [isSingleJpeg, setSingleJpeg] = useState(false);
  const source = original === null ? { epsg: null, wkt: null, unit: null } : systemOf(project, original);
  const reading = useTargetSystem(choice, source);
  const unit = reading.system?.unit ?? source.unit ?? 'meters';
  const pixels = usePixelSize(original, unit);
  const refusal =
    original === null ? null : refusalOf(project, viewer, original, reading.system, pixels.metres);
  const request = useProductRequest(project, onRequested);
  const hasJpegRoom = fitsJpeg(original, pixels.metres);
  return {
    originals,
    original,
    choose: (next: Product) => setPk(next.pk),
    choice,
    chooseSystem: choose,
    source,
    reading,
    unit,
    pixels,
    jpeg: { isWanted: isSingleJpeg && hasJpegRoom, want: setSingleJpeg, fits: hasJpegRoom },
    refusal,
    request,
    submit: () => {
      if (original === null) return;
      request.mutate({
        original,
        system: reading.system,
        resolution: pixels.metres,
        isSingleJpeg: isSingleJpeg && hasJpegRoom,
      });
    },
  };
}

/** The pixel size of a raster; null for a point cloud. It stays the same length when the unit changes. */
function usePixelSize(original: Product | null, unit: UnitOfMeasure) {
  const size = original === null || isPointCloud(original.name) ? null : original.resolution;
  const [state, setState] = useState<{ of: number | null; unit: UnitOfMeasure; form: PixelSizeForm } | null>(
    null,
  );
  if (size === null || original === null)
    return { form: null, original: null, metres: null, isFit: true } as const;
  const isKept = state !== null && state.of === original.pk;
  const form = !isKept
    ? originalForm(size, unit)
    : state.unit === unit
      ? state.form
      : inUnit(state.form, size, state.unit, unit);
  const faults = pixelSizeFaults(form, size, unit);
  return {
    form,
    original: size,
    metres: metresOf(form, size, unit),
    isFit: faults.size === null && faults.ratio === null,
    faults,
    set: (next: PixelSizeForm) => setState({ of: original.pk, unit, form: next }),
  } as const;
}

/** The reason why this product cannot be made, as an error with its text; null when it can be. */
function refusalOf(
  project: Project,
  viewer: Viewer,
  original: Product,
  target: TargetSystem | null,
  resolution: number | null,
): AppError | null {
  const facts = { ...project, owned: mayManage(project, viewer) };
  const code =
    transformRefusal(facts, original) ??
    (target && existingProductRefusal(project.products, original.name, { ...target, resolution }));
  if (code === null) return null;
  const size = resolution === null ? '' : String(Number(resolution.toFixed(transformRules.gsdDecimals)));
  return new AppError(code, { name: project.name, system: target?.name ?? '?', size });
}

/** Whether an orthoimage of this pixel size fits a single JPEG. */
function fitsJpeg(original: Product | null, metres: number | null): boolean {
  if (original === null || metres === null || original.resolution === null) return false;
  const side = Math.max(original.pixel_width ?? 0, original.pixel_height ?? 0);
  return (side * original.resolution) / metres <= transformRules.jpegSideMax;
}

interface Wanted {
  readonly original: Product;
  readonly system: TargetSystem | null;
  readonly resolution: number | null;
  readonly isSingleJpeg: boolean;
}

/** Sends the request and refreshes the project. */
function useProductRequest(project: Project, onRequested: () => void) {
  const { client } = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      client.call(routes.productTransform, { params: { pk: project.pk }, body: requestBody(wanted) }),
    onSuccess: (changed) => {
      cache.setQueryData(queryKeys.project(project.pk), changed);
      onRequested();
    },
  });
}

function requestBody({ original, system, resolution, isSingleJpeg }: Wanted) {
  const { name } = original;
  if (system === null || system.unit === null || !isTransformable(name)) {
    throw new AppError('transform.settings-missing');
  }
  return {
    product_type: name satisfies TransformableProduct,
    unit_of_measure: system.unit,
    noise: transformRules.noise,
    density: transformRules.density,
    resolution,
    epsg_code: system.wkt === null ? system.epsg : null,
    wkt: system.wkt,
    contour_interval: name === 'digital_elevation_model' ? transformRules.contourInterval : null,
    contour_interval_unit: 'meters' as const,
    ordered_product: original.pk,
    single_jpg: name === 'orthoimage' && isSingleJpeg,
  };
}
