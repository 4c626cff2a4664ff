import { Button } from '@sanity/ui'
import type { Fix } from '#studio/validation/rule.ts'

type FixButtonsProps = { fixes: Fix[]; disabled?: boolean; onFix: (fix: Fix) => void }

export const FixButtons = ({ fixes, disabled = false, onFix }: FixButtonsProps) =>
  fixes.map((fix) => (
    <Button
      key={fix.title}
      mode="ghost"
      fontSize={1}
      padding={2}
      text={fix.title}
      disabled={disabled}
      onClick={() => onFix(fix)}
    />
  ))
