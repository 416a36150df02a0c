import type { Text } from '#i18n/use-text.ts';
import { Quantity } from '#ui/Quantity.tsx';
import type { Figure } from '../ReportFigures.tsx';
import { Length } from './Length.tsx';
import type { Bundle, PhotoReport } from './photo-report.ts';

/** Photos registered, reprojection, sampling distance and tie points: the quality figures of every block. */
export function blockFigures(summary: Bundle['summary'], { t, format }: Text): Figure[] {
  const { images, registered, points, observations, meanViews, reprojectionRmsPx, gsdM } = summary;
  return [
    {
      name: t('report.fact.photos'),
      value: <Quantity value={registered} text={`${format.number(registered)} / ${format.number(images)}`} />,
    },
    {
      name: t('report.fact.rms'),
      value: <Quantity value={reprojectionRmsPx} text={format.number(reprojectionRmsPx, 3)} unit="px" />,
    },
    ...(gsdM === null
      ? []
      : [
          {
            name: t('report.fact.gsd'),
            value: <Quantity value={gsdM} text={format.number(100 * gsdM, 2)} unit="cm" />,
          },
        ]),
    {
      name: t('report.fact.tie-points'),
      value: <Quantity value={points} text={format.number(points)} />,
      note: t('report.views', {
        observations: format.number(observations),
        views: format.number(meanViews, 1),
      }),
    },
  ];
}

/** The figures of a whole report: those of its block, dense points and the checkpoint accuracy. */
export function reportFigures(report: PhotoReport, text: Text): Figure[] {
  const { t, format } = text;
  const { images, densePoints, checkpoints } = report;
  const figures = blockFigures({ ...report, images: images.total, registered: images.registered }, text);
  if (densePoints > 0) {
    figures.push({
      name: t('report.fact.dense-points'),
      value: <Quantity value={densePoints} text={format.number(densePoints)} />,
    });
  }
  if (checkpoints.accuracy !== null) {
    const { horizontal, vertical, verticalCount } = checkpoints.accuracy;
    figures.push({
      name: t('report.checkpointRmse', { count: checkpoints.count }),
      value: <Length metres={checkpoints.rmse3d} />,
      note: (
        <>
          {t('report.horizontal')} <Length metres={horizontal.fit} />
          {verticalCount > 0 && (
            <>
              {' · '}
              {t('report.vertical')} <Length metres={vertical.fit} />
            </>
          )}
        </>
      ),
    });
  }
  return figures;
}
