import { Button } from '@sanity/ui'
import type { Fix } from '#studio/validation/rule.ts'

/** One button for each way to mend a mistake. */
export function FixButtons({
  fixes,
  disabled = false,
  onMend,
}: {
  fixes: Fix[]
  disabled?: boolean
  onMend: (fix: Fix) => void
}) {
  return fixes.map((fix) => (
    <Button
      key={fix.title}
      mode="ghost"
      fontSize={1}
      padding={2}
      text={fix.title}
      disabled={disabled}
      onClick={() => onMend(fix)}
    />
  ))
}
