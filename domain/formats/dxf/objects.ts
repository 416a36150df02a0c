import { type DxfAnchors, type DxfFrame, endSection, section } from './structure.ts';
import { formatTags, type Handles, pointTags, real, type Tag } from './tags.ts';

function dictionary(handle: string, owner: string, entries: readonly (readonly [string, string])[]): Tag[] {
  return [
    [0, 'DICTIONARY'],
    [5, handle],
    [330, owner],
    [100, 'AcDbDictionary'],
    [281, 1],
    ...entries.flatMap(([name, target]): Tag[] => [
      [3, name],
      [350, target],
    ]),
  ];
}

/** A layout of plot settings that mean "no printer chosen". */
function layout(
  handle: string,
  owner: string,
  name: string,
  order: number,
  block: string,
  { min, max }: DxfFrame,
): Tag[] {
  const zeros = (...codes: number[]) => codes.map((code): Tag => [code, '0.0']);
  const isModel = order === 0;
  return [
    [0, 'LAYOUT'],
    [5, handle],
    [330, owner],
    [100, 'AcDbPlotSettings'],
    [1, ''],
    [2, 'none_device'],
    [4, ''],
    [6, ''],
    ...zeros(40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 140, 141),
    [142, '1.0'],
    [143, '1.0'],
    [70, isModel ? 1712 : 688],
    [72, 0],
    [73, 0],
    [74, 5],
    [7, ''],
    [75, 16],
    [147, '1.0'],
    ...zeros(148, 149),
    [100, 'AcDbLayout'],
    [1, name],
    [70, 1],
    [71, order],
    [10, real(min[0]!)],
    [20, real(min[1]!)],
    [11, real(max[0]!)],
    [21, real(max[1]!)],
    ...pointTags(12, 0, 0, 0),
    ...pointTags(14, min[0]!, min[1]!, min[2]!),
    ...pointTags(15, max[0]!, max[1]!, max[2]!),
    [146, '0.0'],
    ...pointTags(13, 0, 0, 0),
    ...pointTags(16, 1, 0, 0),
    ...pointTags(17, 0, 1, 0),
    [76, 0],
    [330, block],
  ];
}

function lineStyle(handle: string, owner: string): Tag[] {
  const element = (offset: string): Tag[] => [
    [49, offset],
    [62, 256],
    [6, 'BYLAYER'],
  ];
  return [
    [0, 'MLINESTYLE'],
    [5, handle],
    [330, owner],
    [100, 'AcDbMlineStyle'],
    [2, 'STANDARD'],
    [70, 0],
    [3, ''],
    [62, 256],
    [51, '90.0'],
    [52, '90.0'],
    [71, 2],
    ...element('0.5'),
    ...element('-0.5'),
  ];
}

/** Section OBJECTS: the root dictionary and what it must hold. */
export function objectsSection(frame: DxfFrame, anchors: DxfAnchors, handles: Handles): string {
  const [groups, styles, standard, settings, plotStyles] = Array.from({ length: 5 }, () =>
    handles.take(),
  ) as [string, string, string, string, string];
  const { root, layouts, plotStyle } = anchors;
  return formatTags([
    ...section('OBJECTS'),
    ...dictionary(root, '0', [
      ['ACAD_GROUP', groups],
      ['ACAD_LAYOUT', layouts],
      ['ACAD_MLINESTYLE', styles],
      ['ACAD_PLOTSETTINGS', settings],
      ['ACAD_PLOTSTYLENAME', plotStyles],
    ]),
    ...dictionary(groups, root, []),
    ...dictionary(layouts, root, [
      ['Layout1', anchors.paperLayout],
      ['Model', anchors.modelLayout],
    ]),
    ...dictionary(styles, root, [['STANDARD', standard]]),
    ...dictionary(settings, root, []),
    [0, 'ACDBDICTIONARYWDFLT'],
    [5, plotStyles],
    [330, root],
    [100, 'AcDbDictionary'],
    [281, 1],
    [3, 'Normal'],
    [350, plotStyle],
    [100, 'AcDbDictionaryWithDefault'],
    [340, plotStyle],
    [0, 'ACDBPLACEHOLDER'],
    [5, plotStyle],
    [330, plotStyles],
    ...layout(anchors.modelLayout, layouts, 'Model', 0, anchors.modelSpace, frame),
    ...layout(anchors.paperLayout, layouts, 'Layout1', 1, anchors.paperSpace, frame),
    ...lineStyle(standard, styles),
    ...endSection,
    [0, 'EOF'],
  ]);
}
