/** `LINE 8=A 10=0 20=1`: an object with its groups; `·` in a value stands for a blank. */
export function dxfObject(line: string): string {
  const [kind, ...groups] = line.trim().split(/\s+/);
  const rest = groups.map((group) => {
    const equals = group.indexOf('=');
    return `${group.slice(0, equals)}\n${group.slice(equals + 1).replaceAll('·', ' ')}\n`;
  });
  return `0\n${kind}\n${rest.join('')}`;
}

export function dxfSection(name: string, lines: readonly string[]): string {
  return `0\nSECTION\n2\n${name}\n${lines.map(dxfObject).join('')}0\nENDSEC\n`;
}

/** A drawing of these sections, each a list of objects as `dxfObject` takes them. */
export function dxfText(sections: {
  readonly header?: string;
  readonly tables?: readonly string[];
  readonly blocks?: readonly string[];
  readonly entities?: readonly string[];
}): string {
  const { header = '', tables = [], blocks = [], entities = [] } = sections;
  return [
    dxfObject(`SECTION 2=HEADER ${header}`),
    '0\nENDSEC\n',
    dxfSection('TABLES', tables),
    dxfSection('BLOCKS', blocks),
    dxfSection('ENTITIES', entities),
    '0\nEOF\n',
  ].join('');
}
