import { onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'

interface Device {
  readonly width?: number
  readonly height?: number
  /** Without it the system's preference is the light theme. */
  readonly colorScheme?: 'light' | 'dark'
  readonly reducesMotion?: boolean
}

/** Until the test's end, or the next call, the page stands on this device. */
export async function standOn(device: Device): Promise<void> {
  await become(device)
  onTestFinished(() => become({}))
}

async function become({ width = 1440, height = 900, colorScheme = 'light', reducesMotion }: Device) {
  await page.viewport(width, height)
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: colorScheme },
      { name: 'prefers-reduced-motion', value: reducesMotion ? 'reduce' : '' },
    ],
  })
}
