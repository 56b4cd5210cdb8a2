// npm run task -- NAME [ARGUMENTS]: what is not used every day (lib/tasks.mjs). Without a name it prints the list.
import { tasks } from './lib/tasks.mjs'
import { checkStartingNode, ensureConsoleBuilt, ensureInstalled, giveUp, run } from './lib/toolchain.mjs'

const [name, ...args] = process.argv.slice(2)
if (name === undefined) {
  console.log(list())
} else {
  if (!Object.hasOwn(tasks, name)) giveUp(`There is no task '${name}'. The tasks are:\n\n${list()}`)
  checkStartingNode()
  await ensureInstalled()
  const task = tasks[name]
  if (task.isBuilt) await ensureConsoleBuilt()
  Object.assign(process.env, task.env)
  const [command, ...first] = task.run
  process.exit(await run(command, [...first, ...args]))
}

function list() {
  const width = Math.max(...Object.keys(tasks).map((each) => each.length))
  const lines = Object.entries(tasks).map(([each, { does, needs }]) => {
    const more = needs ? `\n  ${' '.repeat(width)}  needs ${needs}` : ''
    return `  ${each.padEnd(width)}  ${does}${more}`
  })
  return `npm run task -- NAME [ARGUMENTS]\n\n${lines.join('\n')}`
}
