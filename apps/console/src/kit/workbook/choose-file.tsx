import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { listFileKinds } from './list-file-kinds.ts'
import { text } from './refused.ts'

/** A button that chooses a file. */
export function ChooseFile({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="tool" onPress={() => input.current?.click()}>
        {text('ChooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={listFileKinds}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // So that the same file can be chosen again after it was mended.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
