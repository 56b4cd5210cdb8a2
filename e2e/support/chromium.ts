import { foundChromium } from '../../scripts/lib/chromium.mjs'

// Parts of the browser's own window, each with a process for every context, which no one sees, and the process for a page
// that may come. Chromium heeds the last --disable-features alone, so Playwright's own (chromiumSwitches.ts) stand here too.
const disabledFeatures = `
  InitialWebUI PreloadTopChromeWebUI WebUIBackForwardButton WebUIHomeButton WebUILocationBar WebUIOmniboxAimPopup
  WebUIOmniboxPopup WebUIReloadButton WebUISplitTabsButton WebUIToolbar
  SpareRendererForSitePerProcess

  AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose
  HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints
  PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning
`
  .trim()
  .split(/\s+/)
  .join(',')

/** How Chromium is started for tests, by Playwright and by Vitest. */
export const chromium = {
  executablePath: foundChromium() ?? '/usr/bin/chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${disabledFeatures}`,
  ],
}

/** Where and when every page of a test stands. */
export const surroundings = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-US',
  timezoneId: 'America/New_York',
}
