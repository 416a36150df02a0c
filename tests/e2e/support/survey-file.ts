import { surveyBytes } from '#tests/support/survey-bytes.ts';

/** The small site's file as journeys choose it. */
export async function surveyFile(options: { hasSystem: boolean }): Promise<Buffer> {
  return Buffer.from(await surveyBytes(options));
}
