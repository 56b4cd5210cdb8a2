import { useEffect, useState } from 'react'
import { text } from '../../texts/text.ts'
import { Button } from '../../ui/button.tsx'
import { StateMark } from '../../ui/icons/marks.tsx'
import { useDocumentTitle } from '../current-screen.ts'
import { MessagePage } from './message-page.tsx'

/** Instead of the console while its server is away at the start: says so, counts down, tries again. */
export function ServerAwayPage({ seconds, onTry }: { seconds: number; onTry: () => void }) {
  const [left, setLeft] = useState(seconds)
  const [isTrying, setIsTrying] = useState(false)
  useDocumentTitle(text('ProductName'))

  const tryNow = () => {
    setIsTrying(true)
    onTry()
  }
  useEffect(() => {
    if (isTrying) return
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : tryNow()), 1000)
    window.addEventListener('online', tryNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', tryNow)
    }
  })

  return (
    <MessagePage
      isBare
      icon={<StateMark kind="error" size={18} />}
      headline={text('StartFailed')}
      actions={
        <Button look="primary" isBusy={isTrying} busyText={text('TryingNow')} onPress={tryNow}>
          {text('TryNow')}
        </Button>
      }
    >
      {text('StartFailedHint', { seconds: left })}
    </MessagePage>
  )
}
