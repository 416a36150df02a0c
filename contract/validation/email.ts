/** Keys of the texts shown at an address field. */
export type EmailFault = 'validation.requiredField' | 'validation.invalidEmail';

const shape = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Checks an e-mail address: no spaces, one @, a dot in the domain. The default owner's address is local. */
export function emailFault(email: string): EmailFault | null {
  if (email.trim() === '') return 'validation.requiredField';
  if (isLocalEmail(email)) return null;
  return shape.test(email) && email.length <= 255 ? null : 'validation.invalidEmail';
}

/** Addresses at localhost exist for the accounts that the server makes itself. */
export function isLocalEmail(email: string): boolean {
  return /^[^\s@]+@localhost$/.test(email);
}

/** The form in which addresses are compared and stored. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
