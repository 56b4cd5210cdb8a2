import { useEffect } from 'react'
import { Link } from '../../../kit/link.tsx'
import { announce } from '../../../ui/announce.ts'
import { classes } from '../../../ui/classes.ts'
import { Group } from '../../../ui/group.tsx'
import { StateMark } from '../../../ui/icons/marks.tsx'
import buttons from '../../../ui/link-button.module.css'
import { Said } from '../../../ui/thing.tsx'
import type { Outcome } from './outcome.ts'
import { text } from './texts.ts'
import styles from './transaction.module.css'

/** How it ended, in one line that can be read out; its height is there from the first paint, and it is said whenever it changes. */
export function OutcomeLine({ outcome }: { readonly outcome: Outcome | undefined }) {
  const said = outcome && outcome.state !== 'running' ? outcome.sentence : ''
  useEffect(() => {
    if (said !== '') announce(said)
  }, [said])
  return (
    <Group
      className={classes('row gap-12 edged sheet', styles.outcome, outcome && `kind-${outcome.state}`)}
      data-state={outcome?.state}
      aria-label={text('Outcome')}
    >
      {outcome && (
        <>
          <StateMark kind={outcome.state} size={16} />
          <div className="fill anywhere">
            <p className="section-title">
              <Said>{outcome.sentence}</Said>
            </p>
            {outcome.second !== '' && (
              <p className="quiet">
                <Said>{outcome.second}</Said>
              </p>
            )}
          </div>
          {outcome.way && (
            <Link to={outcome.way.to} className={`rigid ${buttons.primary}`}>
              {outcome.way.text}
            </Link>
          )}
        </>
      )}
    </Group>
  )
}
