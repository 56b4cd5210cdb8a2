import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

interface Device {
  readonly width?: number
  readonly height?: number
  /** Without it the system's preference is the light theme. */
  readonly colorScheme?: 'light' | 'dark'
  readonly reducesMotion?: boolean
  /** Points by touch and cannot hover. */
  readonly isPhone?: boolean
}

/** Until the test's end, or the next call, the page stands on this device. */
export async function standOn(device: Device): Promise<void> {
  await become(device)
  onTestFinished(() => become({}))
}

async function become({
  width = 1440,
  height = 900,
  colorScheme = 'light',
  reducesMotion,
  isPhone = false,
}: Device) {
  await page.viewport(width, height)
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: reducesMotion ? 'reduce' : '' },
    ],
  })
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: isPhone })
  if (isPhone)
    await cdp().send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: true,
    })
  else await cdp().send('Emulation.clearDeviceMetricsOverride')
}
