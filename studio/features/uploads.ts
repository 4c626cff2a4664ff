import type { AssetSource, AssetSourceUploaderClass, AssetSourceUploadFile } from 'sanity'
import { setStored } from '#studio/features/unstored.ts'

const underWay = new Set<object>()

/** Whether this window is uploading something. */
export const isUploadingHere = (): boolean => underWay.size > 0

/**
 * Pictures go on being uploaded when their form is left, for instance by closing the dialog of one in a list: the Studio (6.16)
 * ends an upload along with its field, without a word.
 */
export const uploadedAnyway = (sources: AssetSource[]): AssetSource[] =>
  sources.map((source) =>
    source.Uploader ? { ...source, Uploader: outlivingItsField(source.Uploader) } : source,
  )

/**
 * A field that goes away aborts and stops listening with the next line; one whose Cancel was pressed only aborts; one that
 * takes another file only stops listening. What a field that is gone was told, it still does: it stores the picture, or says that
 * it was not taken.
 */
function outlivingItsField(Uploader: AssetSourceUploaderClass): AssetSourceUploaderClass {
  return class extends Uploader {
    #aborting = false

    override upload(...begun: Parameters<InstanceType<AssetSourceUploaderClass>['upload']>) {
      underWay.add(this)
      setStored(this, false)
      const stop = super.subscribe(({ type }) => {
        if (type !== 'all-complete') return
        underWay.delete(this)
        setStored(this, true)
        stop()
      })
      return super.upload(...begun)
    }

    override subscribe(subscriber: Parameters<InstanceType<AssetSourceUploaderClass>['subscribe']>[0]) {
      const stop = super.subscribe(subscriber)
      return () => {
        if (this.#aborting) {
          this.#aborting = false
          return
        }
        stop()
        super.abort()
      }
    }

    override abort(file?: AssetSourceUploadFile) {
      this.#aborting = true
      queueMicrotask(() => {
        if (this.#aborting) super.abort(file)
        this.#aborting = false
      })
    }
  }
}
