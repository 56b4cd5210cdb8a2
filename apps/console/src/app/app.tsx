import type { RuntimeConfig } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, useEffect, useState } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient, startApi } from '../api/index.ts'
import { loadRuntimeConfig, RuntimeConfigContext, ServerAway } from '../api/runtime-config.ts'
import { startSession } from '../session/index.ts'
import { text } from '../texts/text.ts'
import { ThingLink, type ThingProps } from '../ui/thing.tsx'
import { ServerAwayPage } from './pages/server-away.tsx'
import { WaitingPage } from './pages/waiting-page.tsx'
import { repairAddress } from './plain-address.ts'
import { routes } from './routes.tsx'

/** Loaded with the first name of a thing; until then, and where it cannot be, the name is text. */
const LinkToThing = lazy<ComponentType<ThingProps>>(() =>
  import('./thing-link.tsx').then(
    (loaded) => ({ default: loaded.LinkToThing }),
    () => ({ default: ({ children }) => children }),
  ),
)

interface Started {
  config: RuntimeConfig
  router: ReturnType<typeof createBrowserRouter>
}

/** Waits between tries to reach the server, in seconds; the last one stays. */
const patience = [1, 2, 4, 8, 15]

/**
 * From the bare document to the mounted console: the runtime configuration (D17), then the session, which must see
 * the address before the router does, then the router. Where the server is away a plain page says so and tries again.
 */
export function App() {
  const [started, setStarted] = useState<Started>()
  const [failures, setFailures] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [broken, setBroken] = useState<{ error: unknown }>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt runs it once
  useEffect(() => {
    let isCurrent = true
    start().then(
      (result) => isCurrent && setStarted(result),
      (error: unknown) => {
        if (!isCurrent) return
        if (!(error instanceof ServerAway)) return setBroken({ error })
        console.warn(error.message, error.cause)
        setFailures((before) => before + 1)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])

  // The root error boundary shows it.
  if (broken) throw broken.error
  if (started)
    return (
      <RuntimeConfigContext value={started.config}>
        <QueryClientProvider client={queryClient}>
          <ThingLink value={LinkToThing}>
            <RouterProvider router={started.router} />
          </ThingLink>
        </QueryClientProvider>
      </RuntimeConfigContext>
    )
  if (failures === 0) return <Starting />
  return (
    <ServerAwayPage
      key={failures}
      seconds={patience[Math.min(failures, patience.length) - 1] ?? 15}
      onTry={() => setAttempt((before) => before + 1)}
    />
  )
}

/**
 * Before the router: coming back from the sign-on service, tokens and user info are fetched now (2.3), and this may
 * take a while. Everywhere else nothing is shown, so that nothing jumps.
 */
function Starting() {
  if (location.pathname !== addresses.login()) return null
  return <WaitingPage title={text('LoggingIn')} hint={text('LoggingInHint')} />
}

async function start(): Promise<Started> {
  repairAddress()
  const config = await loadRuntimeConfig()
  startApi()
  await startSession(config)
  return { config, router: createBrowserRouter(routes) }
}
