import { linkHref } from '#app/content/href.ts'
import type { Link as LinkContent } from '#app/content/types.ts'
import { ButtonLink, type ButtonLook } from '#app/ui/button.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

type Content = { link: Pick<LinkContent, 'label' | 'href' | 'target'> | null | undefined }

/** Where a link of the content leads and its words; undefined when one of the two is missing. */
function ready(link: Content['link']): { to: string; label: string } | undefined {
  const to = link ? linkHref(link) : undefined
  return to && link?.label ? { to, label: link.label } : undefined
}

/** A link of the content in running text or lists. Left out when it leads nowhere. */
export function ContentLink({ link, className }: Content & { className?: string }) {
  const shown = ready(link)
  return shown ? (
    <PageLink to={shown.to} className={className}>
      {shown.label}
    </PageLink>
  ) : null
}

/** A link of the content that looks like a button. Left out when it leads nowhere. */
export function ContentButton({
  link,
  ...look
}: Content & { look?: ButtonLook; small?: boolean; className?: string }) {
  const shown = ready(link)
  return shown ? (
    <ButtonLink to={shown.to} {...look}>
      {shown.label}
    </ButtonLink>
  ) : null
}
