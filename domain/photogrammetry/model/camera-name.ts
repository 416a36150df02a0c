/**
 * A camera by its make and model as people say it; many makers write their name into both. Empty where neither is
 * known.
 */
export function cameraName(make: string | null, model: string | null): string {
  const [maker, type] = [make?.trim() ?? '', model?.trim() ?? ''];
  const isTwice = type.toLowerCase().startsWith(`${maker.toLowerCase()} `);
  return isTwice ? type : `${maker} ${type}`.trim();
}
