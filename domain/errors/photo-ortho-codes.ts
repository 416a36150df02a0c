/** Failures and doubts of orthomosaic, mesh and point colours. */
export const photoOrthoErrorCodes = ['photo.ortho-no-ground', 'photo.ortho-too-large'] as const;
