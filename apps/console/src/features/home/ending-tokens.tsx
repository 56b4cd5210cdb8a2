import { addresses } from '@support-console/contract/addresses'
import { endsSoon } from '@support-console/contract/tokens.words'
import { useRead } from '../../api/use-read.ts'
import { Link } from '../../kit/link.tsx'
import { sayShortly } from '../../ui/say-when.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { Status } from '../../ui/status.tsx'
import { text } from './texts.ts'

/** Which of the reader's own tokens end within seven days (D58); nothing is kept free for it. */
export function EndingTokens() {
  const { data = [] } = useRead('GET /tokens/v1/mine')
  return data
    .filter(({ state, endsAt }) => state === 'live' && endsSoon(endsAt, serverNow()))
    .map(({ tokenId, name, endsAt }) => (
      <p key={tokenId}>
        <Status kind="warn">
          <Link to={addresses.tokens()}>{text('TokenEnds', { name, time: sayShortly(endsAt) })}</Link>
        </Status>
      </p>
    ))
}
