/** Keys of the texts shown at a licence key. */
export type LicenseKeyFault =
  | 'validation.requiredField'
  | 'validation.licenseKeyFormat'
  | 'validation.licenseKeyInUse';

const shape = /^[A-Z0-9]{3,9}(-[A-Z0-9]{3,9}){3}$/;
const lengthMin = 15;

/** The form in which keys are compared and sent. */
export function normaliseLicenseKey(key: string): string {
  return key.trim().toUpperCase();
}

/**
 * Checks a licence key: four sections of 3 to 9 letters and digits joined by hyphens, at least 15 characters in all,
 * and another than `current`, the key in use (null without one).
 */
export function licenseKeyFault(key: string, current: string | null): LicenseKeyFault | null {
  const normal = normaliseLicenseKey(key);
  if (normal === '') return 'validation.requiredField';
  if (normal.length < lengthMin || !shape.test(normal)) return 'validation.licenseKeyFormat';
  return normal === current ? 'validation.licenseKeyInUse' : null;
}
