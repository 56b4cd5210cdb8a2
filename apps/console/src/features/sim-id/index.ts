export { CheckDigitWarning, isDoubtful, SimIdField } from './sim-id-field.tsx'
