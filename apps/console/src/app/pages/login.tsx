import { addresses } from '@support-console/contract/addresses'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Link } from '../../kit/link.tsx'
import { completeLogin, login, useSession } from '../../session/index.ts'
import { text } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import actions from '../../ui/link-button.module.css'
import { useDocumentTitle } from '../current-screen.ts'
import { MessagePage } from './message-page.tsx'
import { WaitingPage } from './waiting-page.tsx'

/**
 * /login (2.3): someone who is signed in goes on to the return-url, where a page of ours is at it (R6), everybody
 * else to the sign-on page. A sign-on that failed stops here, so that the person and not a loop decides about the next
 * try.
 */
export function Login({ isKnownPath }: { isKnownPath: (pathname: string) => boolean }) {
  const { phase, expired } = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const returnUrl = params.get('return-url')
  const isSignedIn = (phase === 'signed-in' || phase === 'refreshing-offline') && !expired
  const mustSignIn = phase === 'signed-out' || (expired && !isSignedIn)

  useEffect(() => {
    if (isSignedIn) void navigate(completeLogin(returnUrl, isKnownPath), { replace: true })
    else if (mustSignIn) void login(returnUrl)
  }, [isSignedIn, mustSignIn, returnUrl, isKnownPath, navigate])

  if (phase === 'failed')
    return <UnableToAuthenticate onTryAgain={() => void login(returnUrl, { byUser: true })} />
  return <WaitingPage title={text('LoggingIn')} hint={text('LoggingInHint')} />
}

function UnableToAuthenticate({ onTryAgain }: { onTryAgain: () => void }) {
  const { problem, detail } = useSession()
  const headline = problem ?? text('UnableToAuthenticate')
  useDocumentTitle(headline)
  return (
    <MessagePage
      isBare
      headline={headline}
      actions={
        <>
          <Button look="primary" onPress={onTryAgain}>
            {text('TryAgain')}
          </Button>
          <Link className={actions.plain} to={addresses.home()}>
            {text('BackHome')}
          </Link>
        </>
      }
    >
      {detail ?? text('UnableToAuthenticateHint')}
    </MessagePage>
  )
}
