/** Set by the build (`PLUMBLINE_RELEASE_KEY`); empty in sources that were not built. */
declare const __PLUMBLINE_RELEASE_KEY__: string | undefined;

/** The public key for licences of this release, PEM; null in builds that are no release. */
export const releaseKey: string | null =
  typeof __PLUMBLINE_RELEASE_KEY__ === 'string' && __PLUMBLINE_RELEASE_KEY__ !== ''
    ? __PLUMBLINE_RELEASE_KEY__
    : null;
