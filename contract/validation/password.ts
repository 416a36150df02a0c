import { limits } from '../limits.ts';

/** Keys of the texts shown at a password field. */
export type PasswordFault =
  | 'validation.requiredField'
  | 'validation.invalidPasswordLength'
  | 'validation.invalidPasswordUppercasing'
  | 'validation.invalidPasswordLowercasing'
  | 'validation.passwordMismatch'
  | 'validation.invalidTemporaryPasswordLength';

/** Checks a new password: 8 to 128 characters, an uppercase and a lowercase letter. */
export function passwordFault(password: string): PasswordFault | null {
  const { length } = password;
  if (length < limits.passwordMin || length > limits.passwordMax) return 'validation.invalidPasswordLength';
  if (!/\p{Lu}/u.test(password)) return 'validation.invalidPasswordUppercasing';
  if (!/\p{Ll}/u.test(password)) return 'validation.invalidPasswordLowercasing';
  return null;
}

/** Checks the second entry of a new password. */
export function confirmationFault(password: string, confirmation: string): PasswordFault | null {
  return confirmation !== '' && confirmation === password ? null : 'validation.passwordMismatch';
}

/** Checks a temporary password: exactly 10 characters. */
export function temporaryPasswordFault(password: string): PasswordFault | null {
  return password.length === limits.temporaryPasswordLength
    ? null
    : 'validation.invalidTemporaryPasswordLength';
}
