/** An element of a part of a KML file that is kept until its end. */
export interface KmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: KmlElement[];
  /** Pieces of its own character data. */
  readonly texts: string[];
}

export function createElement(name: string, attributes: ReadonlyMap<string, string>): KmlElement {
  return { name, attributes, children: [], texts: [] };
}

/** The first child of a name. */
export function childOf(element: KmlElement | undefined, name: string): KmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** Character data of an element without blanks about it; empty without the element. */
export function textOf(element: KmlElement | undefined): string {
  return element ? element.texts.join('').trim() : '';
}

/** Character data of a child. */
export function childText(element: KmlElement | undefined, name: string): string {
  return textOf(childOf(element, name));
}
