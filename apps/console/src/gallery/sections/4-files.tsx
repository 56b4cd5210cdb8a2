import { useState } from 'react'
import { FileUploader } from '../../ui/file-uploader/file-uploader.tsx'
import styles from '../gallery.module.css'

export const title = 'File uploader'

export default function Files() {
  const [heard, setHeard] = useState('')
  return (
    <div className="stack gap-12 narrow">
      <div className={`stack gap-16 ${styles.grid}`}>
        <FileUploader
          label="SIMs to deactivate"
          accept=".csv,text/plain"
          acceptWords="CSV or text"
          readAs="text"
          note="100 SIMs"
          onChange={(files) => setHeard(files.map((file) => file.data).join('|'))}
        />
        <FileUploader
          label="Several files"
          accept=".CSV, image/*"
          acceptWords="CSV or images"
          isMultiple
          onChange={(files) =>
            setHeard(files.map((file) => `${file.originalFileData.name}:${file.data}`).join('|'))
          }
        />
        <FileUploader
          label="Not removable"
          readAs="text"
          canRemove={false}
          onChange={(files) => setHeard(files.map((file) => file.data).join('|'))}
        />
        <FileUploader label="Locked" readAs="text" isLocked onChange={() => undefined} />
        <FileUploader
          label="With an error"
          readAs="text"
          error="The file is empty."
          onChange={() => undefined}
        />
      </div>
      <output data-testid="files">{heard}</output>
    </div>
  )
}
