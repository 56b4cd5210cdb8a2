/** How users read the regions that a device usually has. Imports nothing, so that the console can carry it without the schemas. */
export const deviceRegionNames = { us: 'United States', ca: 'Canada' } as const

/** Where a company has another region, that stands for itself. */
export const sayDeviceRegion = (region: string): string =>
  Object.hasOwn(deviceRegionNames, region)
    ? deviceRegionNames[region as keyof typeof deviceRegionNames]
    : region
