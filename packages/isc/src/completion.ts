import { exitCodes, Failure } from './failure.ts'
import { globalOptions } from './help.ts'
import type { Verb } from './verb.ts'

/** A script that completes verbs, their options, and the names of calls: made of the table, so that it knows what there is. */
export function completionOf(
  shell: string,
  { verbs, callNames }: { verbs: readonly Verb[]; callNames: readonly string[] },
): string {
  if (shell !== 'bash' && shell !== 'zsh')
    throw new Failure(exitCodes.usage, 'Name a shell: isc completion bash, or isc completion zsh.')
  const zsh = shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit && bashcompinit\n' : ''
  const firstWords = [...new Set([...verbs.map(({ name }) => name.split(' ')[0]), 'help'])].join(' ')
  const second = Map.groupBy(
    verbs.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0] ?? '',
  )
  const optionCases = verbs.map(({ name, options = {} }) => {
    const names = [...Object.keys(options), ...Object.keys(globalOptions)].map((option) => `--${option}`)
    return `    ${quoted(name)}) options=${quoted(names.join(' '))} ;;`
  })
  const wordCases = [
    ...[...second].map(([first, of]) => [first, of.map(({ name }) => name.split(' ')[1]).join(' ')] as const),
    ['call', callNames.join(' ')] as const,
    ['completion', 'bash zsh'] as const,
    ['help', firstWords] as const,
  ].map(([first, words]) => `    ${quoted(first)}) words=${quoted(words)} ;;`)
  return `${zsh}_isc() {
  local current="\${COMP_WORDS[COMP_CWORD]}" verb="\${COMP_WORDS[1]}" words='' options=''
  case "$verb \${COMP_WORDS[2]}" in
    ${[...second.values()].flatMap((of) => of.map(({ name }) => `${quoted(name)}) verb=${quoted(name)} ;;`)).join('\n    ')}
  esac
  case "$verb" in
${optionCases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words=${quoted(firstWords)}
  elif [ "$COMP_CWORD" -eq 2 ]; then case "$verb" in
${wordCases.join('\n')}
  esac; fi
  case "$current" in -*) words="$options" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _isc isc
`
}

/** Names of ours: letters, dashes, and spaces. */
const quoted = (text: string): string => `'${text.replaceAll("'", '')}'`
