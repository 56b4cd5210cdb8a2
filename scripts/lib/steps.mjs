// What a script is doing: a line for each step, with how long it took. On a terminal the time runs meanwhile.

const terminal = process.stdout.isTTY === true
let current

const shown = ({ title, began }) => `${title}… ${Math.round((performance.now() - began) / 1000)} s`

/** Ends the step that is under way, and begins this one. */
export function beginStep(title) {
  endStep()
  current = { title, began: performance.now(), note: '' }
  if (!terminal) return void process.stdout.write(`${title}… `)
  draw()
  current.timer = setInterval(draw, 1000)
  current.timer.unref()
}

/** How far the step is; shown on a terminal alone. */
export function noteStep(note) {
  if (current) current.note = note
}

/** The step is done. */
export function endStep() {
  if (!current) return
  clearInterval(current.timer)
  process.stdout.write(
    terminal ? `\r\x1b[K${shown(current)}\n` : `${shown(current).slice(current.title.length + 2)}\n`,
  )
  current = undefined
}

/** Something else is to be written: the step's line ends as it is. */
export function breakStep() {
  if (!current) return
  clearInterval(current.timer)
  process.stdout.write('\n')
  current = undefined
}

function draw() {
  const text = `${shown(current)}${current.note && ` (${current.note})`}`
  process.stdout.write(`\r\x1b[K${text.slice(0, (process.stdout.columns || 80) - 1)}`)
}
