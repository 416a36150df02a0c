/** The application that owns the extended data of features. */
export const applicationName = 'PLUMBLINE';
