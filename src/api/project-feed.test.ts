import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { times } from '#contract/limits.ts';
import type { Project } from '#contract/schemas/project.ts';
import { progressOf } from '#contract/schemas/project-events.ts';
import { createProjectFeed, type EventStream, type PageVisibility } from './project-feed.ts';
import { projectPollInterval, queryKeys } from './queries.ts';

const project: Project = {
  pk: 7,
  id: '7',
  name: 'Quarry',
  owner: 'owner@example.com',
  owned: true,
  can_edit: true,
  when_created: '2026-01-01T00:00:00.000Z',
  when_modified: '2026-01-01T00:00:01.000Z',
  last_sign_of_life: '2026-01-01T00:00:01.000Z',
  state: 'processing',
  state_history: [],
  progress: 0,
  thumbnail_url: null,
  is_deleted: false,
  is_lidar: true,
  is_lidar_registered: false,
  is_fully_uploaded: true,
  is_demo_dataset: false,
  processing_paused: false,
  pause_to_add_gcps: false,
  added_ground_control_at_start: false,
  are_gcps_corrected: false,
  gcps_ready_for_correction: false,
  site_id: null,
  confidentiality: 0,
  data_charged: null,
  acls: [],
  sensors: [],
  default_unit_of_measure: null,
  base_coordinate_system: null,
  base_coordinate_system_wkt: null,
  awaits_worker: false,
  lcs_shift: null,
  requires_carlson_library: false,
  description: '',
  size: {
    total: 0,
    input: 0,
    cleanable: { intermediate: 0, exportable: 0, canvas: 0 },
    safe_to_clean: false,
  },
  max_disk_space_usage: null,
  peak_ram_usage_gb: null,
  notify_error: false,
  notify_finish: false,
  notify_progress: false,
  settings: {},
  products: [],
  s3_config: { root_url: '/', is_local: true },
  gcps: [],
  checkpoints: [],
  tiepoints: [],
  pixel_width: null,
  pixel_height: null,
  focal_length: null,
  image_count: 0,
  avg_gsd: null,
};

/** A stream driven by the test. */
class TestStream implements EventStream {
  readyState = 0;
  readonly listeners = new Map<string, ((event: Event) => void)[]>();
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
  addEventListener(type: string, listener: (event: Event) => void): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  close(): void {
    this.readyState = 2;
  }
  say(type: string, data?: unknown): void {
    const event = new MessageEvent(type, { data: JSON.stringify(data) });
    for (const listener of this.listeners.get(type) ?? []) listener(event);
  }
}

function createFeed() {
  const cache = new QueryClient();
  const streams: TestStream[] = [];
  const visibility: PageVisibility & { visibilityState: 'visible' | 'hidden' } & {
    turn(to: 'visible' | 'hidden'): void;
  } = {
    visibilityState: 'visible',
    addEventListener: (_type, listener) => {
      visibility.turn = (to) => {
        visibility.visibilityState = to;
        listener();
      };
    },
    turn: () => {},
  };
  const feed = createProjectFeed({
    cache,
    origin: '',
    visibility,
    open: (url) => {
      const stream = new TestStream(url);
      streams.push(stream);
      return stream;
    },
  });
  return {
    cache,
    feed,
    visibility,
    streams,
    cached: () => cache.getQueryData<Project>(queryKeys.project(7)),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a project that is followed', () => {
  it('is kept new by events, one stream for all who follow', () => {
    const { cached, feed, streams } = createFeed();
    const ends = [feed.follow(7), feed.follow(7)];
    expect(streams.map(({ url }) => url)).toEqual(['/api/imageset/7/events']);
    streams[0]?.say('open');
    expect(feed.state.live[7]).toBe(true);
    streams[0]?.say('project', project);
    expect(cached()).toEqual(project);
    streams[0]?.say('progress', { ...progressOf(project), progress: 0.5 });
    expect(cached()).toEqual({ ...project, progress: 0.5 });
    streams[0]?.say('progress', { nonsense: true });
    expect(cached()?.progress).toBe(0.5);
    for (const end of ends) {
      expect(streams[0]?.readyState).toBe(0);
      end();
      end();
    }
    expect(streams[0]?.readyState).toBe(2);
    expect(feed.state.live[7]).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is asked for whole where only a part of it comes', () => {
    const { cache, feed, streams } = createFeed();
    const invalidate = vi.spyOn(cache, 'invalidateQueries');
    feed.follow(7);
    streams[0]?.say('progress', progressOf(project));
    expect(invalidate).toHaveBeenCalledWith({ queryKey: queryKeys.project(7) });
  });

  it('has no stream out of sight', () => {
    const { feed, visibility, streams } = createFeed();
    feed.follow(7);
    streams[0]?.say('open');
    visibility.turn('hidden');
    expect(streams[0]?.readyState).toBe(2);
    expect(feed.state.live[7]).toBeUndefined();
    visibility.turn('visible');
    expect(streams).toHaveLength(2);
  });

  it('is polled while its stream is away, and the stream is opened again', () => {
    const { feed, streams } = createFeed();
    const end = feed.follow(7);
    streams[0]?.say('open');
    streams[0]?.say('error');
    expect(feed.state.live[7]).toBeUndefined();
    streams[0]?.say('open');
    expect(feed.state.live[7]).toBe(true);
    streams[0]?.close();
    streams[0]?.say('error');
    vi.advanceTimersByTime(times.streamReopen);
    expect(streams).toHaveLength(2);
    vi.advanceTimersByTime(times.streamSilence);
    expect(streams[1]?.readyState).toBe(2);
    expect(streams).toHaveLength(3);
    streams[2]?.say('alive', 1);
    vi.advanceTimersByTime(times.streamSilence - 1);
    expect(streams).toHaveLength(3);
    end();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the time until a project is asked for again', () => {
  const within = (value: number, [min, max]: readonly [number, number]) =>
    expect(value >= min && value <= max, String(value)).toBe(true);

  it('is that of the spec: short in sight, longer out of sight, long at rest or while events come', () => {
    within(projectPollInterval('processing', true, false), [7000, 8700]);
    within(projectPollInterval('processing', false, false), [28_000, 32_000]);
    within(projectPollInterval('completed', true, false), [118_000, 122_000]);
    within(projectPollInterval('processing', true, true), [118_000, 122_000]);
  });
});
