import type { ProjectionParameter } from '../types.ts';

/** One projection method in every dialect. Source: EPSG Guidance Note 7-2 (IOGP 373-7-2), OGC 01-009, GeoTIFF 1.1. */
export interface ProjectionMethod {
  readonly epsg: number;
  /** EPSG's name, as WKT 2 writes it. */
  readonly name: string;
  /** Name in OGC WKT 1 (GDAL flavour); null where WKT 1 has none. */
  readonly wkt1: string | null;
  /** Other names read, ESRI's among them. */
  readonly aliases: readonly string[];
  /** GeoTIFF `ProjCoordTransGeoKey` value; null where GeoTIFF has none. */
  readonly geotiff: number | null;
  /** Parameters and the EPSG code of each in this method. */
  readonly parameters: Readonly<Partial<Record<ProjectionParameter, number>>>;
  /** WKT 1 names where they differ from the usual. */
  readonly wkt1Names?: Readonly<Partial<Record<ProjectionParameter, string>>>;
}

const natural = { lat0: 8801, lon0: 8802, fe: 8806, fn: 8807 } as const;
const scaled = { lat0: 8801, lon0: 8802, k: 8805, fe: 8806, fn: 8807 } as const;
const conic = { lat0: 8821, lon0: 8822, sp1: 8823, sp2: 8824, fe: 8826, fn: 8827 } as const;
const cylinder = { sp1: 8823, lon0: 8802, fe: 8806, fn: 8807 } as const;
const krovak = {
  lat0: 8811,
  lon0: 8833,
  colatitude: 1036,
  pseudoParallel: 8818,
  k: 8819,
  fe: 8806,
  fn: 8807,
} as const;
const krovakNames = {
  lat0: 'latitude_of_center',
  lon0: 'longitude_of_center',
  colatitude: 'azimuth',
  pseudoParallel: 'pseudo_standard_parallel_1',
} as const;
const center = { lat0: 'latitude_of_center', lon0: 'longitude_of_center' } as const;
const oblique = { lat0: 8811, lon0: 8812, azimuth: 8813, gamma: 8814, k: 8815 } as const;

type Extra = Partial<Pick<ProjectionMethod, 'aliases' | 'geotiff' | 'wkt1Names'>>;
const method = (
  epsg: number,
  name: string,
  wkt1: string | null,
  parameters: ProjectionMethod['parameters'],
  extra: Extra = {},
): ProjectionMethod => ({ epsg, name, wkt1, parameters, aliases: [], geotiff: null, ...extra });

/** Every projection method that a projected system of the EPSG dataset uses, and a few that files use without a code. */
export const projectionMethods: readonly ProjectionMethod[] = [
  method(9807, 'Transverse Mercator', 'Transverse_Mercator', scaled, {
    aliases: ['Gauss_Kruger'],
    geotiff: 1,
  }),
  method(9802, 'Lambert Conic Conformal (2SP)', 'Lambert_Conformal_Conic_2SP', conic, { geotiff: 8 }),
  method(9801, 'Lambert Conic Conformal (1SP)', 'Lambert_Conformal_Conic_1SP', scaled, { geotiff: 9 }),
  method(9822, 'Albers Equal Area', 'Albers_Conic_Equal_Area', conic, {
    aliases: ['Albers'],
    geotiff: 11,
    wkt1Names: center,
  }),
  method(9806, 'Cassini-Soldner', 'Cassini_Soldner', natural, { aliases: ['Cassini'], geotiff: 18 }),
  method(
    9829,
    'Polar Stereographic (variant B)',
    'Polar_Stereographic',
    { sp1: 8832, lon0: 8833, fe: 8806, fn: 8807 },
    {
      aliases: ['Stereographic_North_Pole', 'Stereographic_South_Pole'],
      wkt1Names: { sp1: 'latitude_of_origin' },
    },
  ),
  method(9810, 'Polar Stereographic (variant A)', 'Polar_Stereographic', scaled, {
    aliases: ['Polar_Stereographic_Variant_A'],
    geotiff: 15,
  }),
  method(9808, 'Transverse Mercator (South Orientated)', 'Transverse_Mercator_South_Orientated', scaled, {
    geotiff: 27,
  }),
  method(9809, 'Oblique Stereographic', 'Oblique_Stereographic', scaled, {
    aliases: ['Double_Stereographic', 'Oblique_Stereographic_Alternative'],
    geotiff: 16,
  }),
  method(
    9812,
    'Hotine Oblique Mercator (variant A)',
    'Hotine_Oblique_Mercator',
    { ...oblique, fe: 8806, fn: 8807 },
    {
      aliases: [
        'Hotine_Oblique_Mercator_Azimuth_Natural_Origin',
        'Rectified_Skew_Orthomorphic_Natural_Origin',
        'Hotine_Oblique_Mercator_(variant_A)',
      ],
      geotiff: 3,
      wkt1Names: center,
    },
  ),
  method(
    9815,
    'Hotine Oblique Mercator (variant B)',
    'Hotine_Oblique_Mercator_Azimuth_Center',
    { ...oblique, fe: 8816, fn: 8817 },
    {
      aliases: [
        'Oblique_Mercator',
        'Rectified_Skew_Orthomorphic_Center',
        'Swiss_Oblique_Cylindrical',
        'Swiss_Oblique_Mercator',
        'Oblique_Mercator_(variant_B)',
      ],
      geotiff: 5,
      wkt1Names: center,
    },
  ),
  method(9820, 'Lambert Azimuthal Equal Area', 'Lambert_Azimuthal_Equal_Area', natural, {
    geotiff: 10,
    wkt1Names: center,
  }),
  method(1027, 'Lambert Azimuthal Equal Area (Spherical)', 'Lambert_Azimuthal_Equal_Area', natural, {
    wkt1Names: center,
  }),
  method(9804, 'Mercator (variant A)', 'Mercator_1SP', scaled, { geotiff: 7 }),
  method(9805, 'Mercator (variant B)', 'Mercator_2SP', cylinder, { aliases: ['Mercator'] }),
  method(1024, 'Popular Visualisation Pseudo Mercator', null, natural, {
    aliases: ['Mercator_Auxiliary_Sphere', 'Popular_Visualisation_Pseudo_Mercator'],
  }),
  method(9841, 'Mercator (1SP) (Spherical)', null, scaled),
  method(9818, 'American Polyconic', 'Polyconic', natural, { geotiff: 22 }),
  method(
    1051,
    'Lambert Conic Conformal (2SP Michigan)',
    null,
    { ...conic, ellipsoidScale: 1038 },
    { aliases: ['Lambert_Conformal_Conic_2SP_Michigan'] },
  ),
  method(9803, 'Lambert Conic Conformal (2SP Belgium)', 'Lambert_Conformal_Conic_2SP_Belgium', conic),
  method(9826, 'Lambert Conic Conformal (West Orientated)', null, scaled),
  method(9819, 'Krovak', 'Krovak', krovak, { wkt1Names: krovakNames }),
  method(1041, 'Krovak (North Orientated)', 'Krovak', krovak, { wkt1Names: krovakNames }),
  method(1042, 'Krovak Modified', null, krovak),
  method(1043, 'Krovak Modified (North Orientated)', null, krovak),
  method(1078, 'Equal Earth', 'Equal_Earth', { lon0: 8802, fe: 8806, fn: 8807 }),
  method(9830, 'Polar Stereographic (variant C)', null, { sp1: 8832, lon0: 8833, fe: 8826, fn: 8827 }),
  method(9811, 'New Zealand Map Grid', 'New_Zealand_Map_Grid', natural, { geotiff: 26 }),
  method(1028, 'Equidistant Cylindrical', 'Equirectangular', cylinder, {
    aliases: ['Equidistant_Cylindrical', 'Plate_Carree'],
    geotiff: 17,
  }),
  method(1029, 'Equidistant Cylindrical (Spherical)', 'Equirectangular', cylinder),
  method(9823, 'Equidistant Cylindrical (Spherical)', 'Equirectangular', natural),
  method(9842, 'Equidistant Cylindrical', 'Equirectangular', { lat0: 8801, lon0: 8822, fe: 8806, fn: 8807 }),
  method(9835, 'Lambert Cylindrical Equal Area', 'Cylindrical_Equal_Area', cylinder, {
    aliases: ['Behrmann'],
    geotiff: 28,
  }),
  method(9834, 'Lambert Cylindrical Equal Area (Spherical)', 'Cylindrical_Equal_Area', cylinder),
  method(
    1052,
    'Colombia Urban',
    null,
    { ...natural, height: 1039 },
    { aliases: ['IGAC_Plano_Cartesiano', 'Colombia_Urban'] },
  ),
  method(9828, 'Bonne (South Orientated)', null, natural),
  method(9813, 'Laborde Oblique Mercator', 'Laborde_Oblique_Mercator', {
    lat0: 8811,
    lon0: 8812,
    azimuth: 8813,
    k: 8815,
    fe: 8806,
    fn: 8807,
  }),
  method(1111, 'Transverse Mercator 3D', null, scaled),
  method(9816, 'Tunisia Mining Grid', 'Tunisia_Mining_Grid', { lat0: 8821, lon0: 8822, fe: 8826, fn: 8827 }),
  method(9817, 'Lambert Conic Near-Conformal', null, scaled),
  method(9824, 'Transverse Mercator Zoned Grid System', null, {
    lat0: 8801,
    lon0: 8830,
    zoneWidth: 8831,
    k: 8805,
    fe: 8806,
    fn: 8807,
  }),
  method(9831, 'Guam Projection', null, natural),
  method(9832, 'Modified Azimuthal Equidistant', 'Azimuthal_Equidistant', natural, {
    geotiff: 12,
    wkt1Names: center,
  }),
  method(9833, 'Hyperbolic Cassini-Soldner', null, natural),
];

const byCode = new Map(projectionMethods.map((entry) => [entry.epsg, entry]));

/** The method of an EPSG code, or null. */
export function projectionMethod(epsg: number): ProjectionMethod | null {
  return byCode.get(epsg) ?? null;
}

/** Names are compared by their letters, digits and plus signs only (CH1903 and CH1903+ differ). */
export const compactName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9+]/g, '');

const byName = new Map<string, ProjectionMethod>();
for (const entry of projectionMethods) {
  for (const name of [entry.name, entry.wkt1 ?? entry.name, ...entry.aliases]) {
    const key = compactName(name);
    if (!byName.has(key)) byName.set(key, entry);
  }
}

/** The method of a WKT 1, WKT 2 or ESRI name, spelling forgiven; the first of those that share it. */
export function projectionMethodByName(name: string): ProjectionMethod | null {
  return byName.get(compactName(name)) ?? null;
}

const meanings: Readonly<Record<ProjectionParameter, readonly string[]>> = {
  lat0: [
    'latitude_of_origin',
    'latitude_of_center',
    'latitude_of_centre',
    'latitude_of_natural_origin',
    'latitude_of_false_origin',
    'latitude_of_projection_centre',
    'latitude_of_projection_center',
    'central_parallel',
  ],
  lon0: [
    'central_meridian',
    'longitude_of_center',
    'longitude_of_centre',
    'longitude_of_origin',
    'longitude_of_natural_origin',
    'longitude_of_false_origin',
    'longitude_of_projection_centre',
    'longitude_of_projection_center',
    'initial_longitude',
  ],
  sp1: ['standard_parallel_1', 'latitude_of_1st_standard_parallel', 'latitude_of_standard_parallel'],
  sp2: ['standard_parallel_2', 'latitude_of_2nd_standard_parallel'],
  k: [
    'scale_factor',
    'scale_factor_at_natural_origin',
    'scale_factor_on_initial_line',
    'scale_factor_at_projection_centre',
    'scale_factor_on_pseudo_standard_parallel',
  ],
  fe: ['false_easting', 'easting_at_false_origin', 'easting_at_projection_centre'],
  fn: ['false_northing', 'northing_at_false_origin', 'northing_at_projection_centre'],
  azimuth: ['azimuth', 'azimuth_of_initial_line', 'azimuth_at_projection_centre'],
  gamma: ['rectified_grid_angle', 'angle_from_rectified_to_skew_grid', 'xy_plane_rotation'],
  colatitude: ['co_latitude_of_cone_axis', 'colatitude_of_cone_axis'],
  pseudoParallel: ['pseudo_standard_parallel_1', 'latitude_of_pseudo_standard_parallel'],
  ellipsoidScale: ['ellipsoid_scaling_factor'],
  height: ['height', 'projection_plane_origin_height', 'projection_plane_height'],
  zoneWidth: ['zone_width'],
};
const parameterByName = new Map<string, ProjectionParameter>();
for (const [meaning, names] of Object.entries(meanings)) {
  for (const name of names) parameterByName.set(compactName(name), meaning as ProjectionParameter);
}

/** What a WKT parameter name means, or null. */
export function projectionParameter(name: string): ProjectionParameter | null {
  return parameterByName.get(compactName(name)) ?? null;
}

const parameterByCode = new Map<number, ProjectionParameter>();
for (const entry of projectionMethods) {
  for (const [meaning, code] of Object.entries(entry.parameters)) {
    parameterByCode.set(code, meaning as ProjectionParameter);
  }
}

/** What an EPSG parameter code means, or null. */
export function projectionParameterByCode(code: number): ProjectionParameter | null {
  return parameterByCode.get(code) ?? null;
}

/** EPSG's name of a parameter in WKT 1 writing: the usual name unless the method has its own. */
export function wkt1ParameterName(entry: ProjectionMethod, parameter: ProjectionParameter): string {
  return entry.wkt1Names?.[parameter] ?? meanings[parameter][0]!;
}

/** `length`, `angle` or `scale`: how a parameter's value is to be read. */
export function parameterQuantity(parameter: ProjectionParameter): 'length' | 'angle' | 'scale' {
  if (parameter === 'fe' || parameter === 'fn' || parameter === 'height') return 'length';
  return parameter === 'k' || parameter === 'ellipsoidScale' ? 'scale' : 'angle';
}

/** The value a missing parameter has. */
export function parameterDefault(parameter: ProjectionParameter): number {
  return parameterQuantity(parameter) === 'scale' ? 1 : 0;
}
