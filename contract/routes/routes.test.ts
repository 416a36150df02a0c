import { describe, expect, it } from 'vitest';
import { editionForAddress, hasFeature } from '../editions.ts';
import { limits, uploadPartSize } from '../limits.ts';
import { projectRoleOf, roleAllows } from '../roles.ts';
import {
  readCompletion,
  readInitiated,
  readPartPage,
  writeCompletion,
  writeInitiated,
  writePartPage,
} from '../store/multipart-xml.ts';
import { rawRoutes } from './raw-routes.ts';
import { routeUrl } from './route.ts';
import { routes } from './table.ts';

describe('the route table', () => {
  it('has no two routes for one call and no id twice', () => {
    const table = Object.values(routes);
    const calls = table.flatMap((route) =>
      route.prefixes.map((prefix) => `${route.method} ${prefix}${route.path}`),
    );
    expect(new Set(calls).size).toBe(calls.length);
    const ids = [...table, ...Object.values(rawRoutes)].map((route) => route.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names a parameter for every brace, and a project for every access to one', () => {
    for (const route of Object.values(routes)) {
      const braces = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      expect(Object.keys(route.params.shape).sort(), route.id).toEqual(braces);
      if (['view', 'edit', 'own'].includes(route.access)) expect(route.path, route.id).toContain('{pk}');
    }
  });

  it('gives addresses with parameters and query encoded', () => {
    expect(routeUrl(routes.projectSearch, {}, { cursor: undefined, page_size: 20 })).toBe(
      '/api/v2/internal/imageset/search?page_size=20',
    );
    expect(routeUrl(routes.validateWkt, { wkt: 'A["b/c"]' })).toBe(
      '/api/misc/validate_wkt_string/A%5B%22b%2Fc%22%5D',
    );
    expect(routeUrl(routes.lidarPatch, { pk: 3, lidarPk: 9 })).toBe('/api/imageset/3/lidar/9');
  });
});

describe('editions and roles', () => {
  it('follow address and feature table', () => {
    expect(editionForAddress('localhost', 3000)).toBe('cloud');
    expect(editionForAddress('127.0.0.1', 3001)).toBe('desktop');
    expect(editionForAddress('survey.example', 8080)).toBe('cloud');
    expect(hasFeature('desktop', 'sharing')).toBe(false);
    expect(hasFeature('desktop', 'license')).toBe(true);
  });

  it('let owners do everything, and staff unless the project is confidential', () => {
    const facts = { isOwner: false, acl: null, isSuperuser: false, isDemo: false, confidentiality: 0 };
    expect(projectRoleOf(facts)).toBe('stranger');
    expect(projectRoleOf({ ...facts, isDemo: true })).toBe('visitor');
    expect(projectRoleOf({ ...facts, isDemo: true, confidentiality: 1 })).toBe('stranger');
    expect(projectRoleOf({ ...facts, acl: { write: true } })).toBe('editor');
    expect(projectRoleOf({ ...facts, isSuperuser: true, acl: { write: false } })).toBe('superuser');
    expect(projectRoleOf({ ...facts, isSuperuser: true, confidentiality: 1 })).toBe('stranger');
    expect(roleAllows('editor', 'own')).toBe(false);
    expect(roleAllows('owner', 'superuser')).toBe(false);
  });
});

describe('upload messages', () => {
  it('are read as they were written, and refused when something is missing', () => {
    expect(readInitiated(writeInitiated('1/input/a&b.laz', 'id<1>'))).toBe('id<1>');
    const page = {
      parts: [
        { partNumber: 1, size: 5, etag: 'aa' },
        { partNumber: 3, size: 7, etag: 'bb' },
      ],
      nextMarker: 3,
    };
    expect(readPartPage(writePartPage('k', 'u', page))).toEqual(page);
    expect(readPartPage(writePartPage('k', 'u', { ...page, nextMarker: null })).nextMarker).toBeNull();
    expect(readCompletion(writeCompletion(page.parts))).toEqual([
      { partNumber: 1, etag: 'aa' },
      { partNumber: 3, etag: 'bb' },
    ]);
    const failing = (code: string) => expect.objectContaining({ code });
    expect(() => readPartPage('<IsTruncated>true</IsTruncated>')).toThrowError(failing('upload.no-marker'));
    for (const inner of ['<PartNumber>1</PartNumber>', '<Size>1</Size>']) {
      expect(() => readPartPage(`<Part>${inner}</Part>`)).toThrowError(failing('upload.malformed-part'));
    }
    expect(readCompletion('<Part><ETag>"x"</ETag></Part>')).toBeNull();
  });

  it('come in parts that hold any file in 10,000', () => {
    for (const size of [1, limits.singleUpload + 1, 20 * 2 ** 30, 5 * 2 ** 40]) {
      const part = uploadPartSize(size);
      expect(part).toBeGreaterThanOrEqual(limits.uploadPartMin);
      expect(Math.ceil(size / part)).toBeLessThanOrEqual(limits.uploadParts);
    }
  });
});
