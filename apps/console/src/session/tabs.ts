/** Tells the console's other tabs that the cookies changed; no token travels (R2). The watcher would see it too. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('support-console-session') : null

export function tellOtherTabs(): void {
  channel?.postMessage('changed')
}

export function whenOtherTabsTell(listener: () => void): void {
  channel?.addEventListener('message', listener)
}
