import { existsSync } from 'node:fs';
import { writeWhole } from '../../work-folder.ts';
import { writeAccuracy } from './accuracy-section.ts';
import { writeCameras } from './camera-section.ts';
import { writeFlight } from './flight-section.ts';
import type { ReportModel } from './model.ts';
import { createPageLayout, type PageLayout } from './page-layout.ts';
import { createWording, type Translate, type Wording } from './texts.ts';

const pictureHeight = 300;

/**
 * Writes the report of an image project as PDF. The same model and images give the same bytes. Rejects with the
 * errors of writing files.
 */
export async function writeReportPdf(model: ReportModel, t: Translate, path: string): Promise<void> {
  const wording = createWording(t, model.unit);
  const captured = model.capturedAt === null ? Number.NaN : Date.parse(model.capturedAt);
  const date = new Date(Number.isNaN(captured) ? 0 : captured);
  const page = createPageLayout(model.title, t('report.title'), date);
  page.facts(model.facts);
  if (model.doubts.length > 0) {
    page.heading(wording.t('report.warnings'));
    page.list(model.doubts);
  }
  writeFlight(page, model, wording);
  writeAccuracy(page, model, wording);
  writeCameras(page, model, wording);
  writeImages(page, model, wording);
  writeProcessing(page, model, wording);
  await writeWhole(path, await page.finish());
}

function writeImages(page: PageLayout, { pictures }: ReportModel, { t }: Wording): void {
  const there = pictures.filter(({ path }) => existsSync(path));
  if (there.length > 0) page.heading(t('report.pictures'));
  for (const { title, path } of there) {
    page.figure(pictureHeight, title, (pdf, { x, y, width, height }) => {
      pdf.image(path, x, y, { fit: [width, height], align: 'center', valign: 'center' });
    });
  }
}

function writeProcessing(page: PageLayout, { settings, steps }: ReportModel, { t }: Wording): void {
  page.heading(t('report.processing'));
  page.facts(settings);
  page.table(
    [
      { title: t('report.step'), share: 0.4 },
      { title: t('report.wall'), share: 0.2, align: 'right' },
      { title: t('report.cpu'), share: 0.2, align: 'right' },
      { title: t('report.peak'), share: 0.2, align: 'right' },
    ],
    steps.map(({ name, wallS, cpuS, peakMiB }) => [
      name,
      wallS.toFixed(1),
      cpuS.toFixed(1),
      peakMiB.toFixed(0),
    ]),
  );
}
