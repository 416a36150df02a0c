/** Put in by the build (`PLUMBLINE_RELEASE_KEY`); sources that were not built have none. */
declare const __PLUMBLINE_RELEASE_KEY__: string | undefined;

/** The public key that licences of this release are signed for, PEM; null in builds that were not made for release. */
export const releaseKey: string | null =
  typeof __PLUMBLINE_RELEASE_KEY__ === 'string' && __PLUMBLINE_RELEASE_KEY__ !== ''
    ? __PLUMBLINE_RELEASE_KEY__
    : null;
