import { type ObjectInputProps, PatchEvent, unset } from 'sanity'

/**
 * The field of a picture. Another one is shown whole until an editor crops it: of an uploaded one the Studio (Sanity 6.16)
 * keeps the cut and the hotspot of the picture that was there before, of a selected one it doesn't.
 */
export const PictureInput = (props: ObjectInputProps) =>
  props.renderDefault({
    ...props,
    onChange: (change) => {
      const { patches } = PatchEvent.from(change)
      const replaces = patches.some(({ type, path }) => type === 'set' && path.join() === 'asset')
      props.onChange(replaces ? [unset(['hotspot']), unset(['crop']), ...patches] : patches)
    },
  })
