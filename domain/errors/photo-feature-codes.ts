/** Finding and matching features of photos. */
export const photoFeatureErrorCodes = ['photo.image-too-large', 'photo.too-many-features'] as const;
