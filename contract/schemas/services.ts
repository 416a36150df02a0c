/** Services that a desktop pokes before it runs tasks again (spec part 2, section 7), in that order. */
export const serviceNames = ['heavy_compute', 'delegator', 'supervisor'] as const;

export type ServiceName = (typeof serviceNames)[number];
