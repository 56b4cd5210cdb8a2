import { addresses } from '@support-console/contract/addresses'
import { countLines, mostLines } from '@support-console/contract/search.words'
import { type ClipboardEvent, lazy, Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { ChooseFile } from '../../kit/workbook/choose-file.tsx'
import { handOver } from '../../kit/workbook/handed-over.ts'
import type { ReadList } from '../../kit/workbook/list-file.ts'
import { SearchIcon } from '../../ui/icons/controls.tsx'
import styles from './home.module.css'
import { text } from './texts.ts'

const FileToList = lazy(() =>
  import('../../kit/workbook/file-to-list.tsx').then(({ FileToList }) => ({ default: FileToList })),
)

/** Text goes on in the palette as it is typed; a list or a file is looked up line by line on a page of its own. */
export function SearchField({ onSearch }: { readonly onSearch: (typed: string) => void }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  /** The file that is read, and how many have been chosen. */
  const [chosen, setChosen] = useState<{ file: File; round: number }>()
  const help = useId()
  const lookUp = (lines: string) => navigate(addresses.searchMany(), { state: { lines } })
  const choose = (file: File | undefined) =>
    file && setChosen((last) => ({ file, round: (last?.round ?? 0) + 1 }))
  const take = (file: File, { content, facts }: ReadList) => {
    handOver({ content, facts, file })
    lookUp(content)
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (countLines(pasted) < 2) return
    event.preventDefault()
    lookUp(pasted)
  }
  return (
    // A file that is dropped here is taken like one that is dropped beside it.
    <search>
      <div className={`row gap-10 quiet sheet ${styles.field}`}>
        <SearchIcon />
        <input
          type="text"
          className="frameless"
          aria-label={text('SearchLabel')}
          aria-describedby={help}
          placeholder={text('SearchPlaceholder')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          // Back from the palette, which has what was typed.
          onFocus={() => setTyped('')}
          onChange={({ target: { value } }) => {
            setTyped(value)
            setChosen(undefined)
            if (value.trim() !== '') onSearch(value)
          }}
          onPaste={paste}
        />
        <ChooseFile size="tool" onFile={choose} />
      </div>
      <p id={help} className="small faint above-6">
        {text('SearchHelp', { most: mostLines })}
      </p>
      {chosen && (
        <Suspense>
          <FileToList
            key={chosen.round}
            file={chosen.file}
            purpose="lines"
            onList={(list) => take(chosen.file, list)}
            onCancel={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </search>
  )
}
