"""A built-in picture to test how a terminal draws."""

from __future__ import annotations

from svc_tui.models.media import MediaItem
from svc_tui.pictures.decode import INSTALL, NoPicture, Picture, of_image
from svc_tui.stores.media.picture_modes import PictureMode
from svc_tui.stores.media.picture_store import PicturePreview, PictureStore
from svc_tui.widgets.media.preview import SvcMediaPreview

WORDS = "a yellow disc over blue hills"


class SamplePicture(SvcMediaPreview):
    """A disc over hills, drawn in the mode being tried."""

    def __init__(self, mode: PictureMode) -> None:
        super().__init__(MediaItem(0, mime_type="image/png"))
        self._tried = mode

    @property
    def mode(self) -> PictureMode:
        return self._tried

    def try_mode(self, mode: PictureMode) -> None:
        self._tried = mode
        self.look = self._drawing = None
        self._redraw()

    async def looked(self, store: PictureStore, media: MediaItem) -> PicturePreview:
        try:
            return PicturePreview("picture", await store.in_thread(painted))
        except NoPicture as error:
            return PicturePreview("picture", reason=str(error))


def painted() -> Picture:
    """Paint the picture; raises `NoPicture` without Pillow."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise NoPicture(INSTALL) from None
    width, height = 640, 400
    image = Image.linear_gradient("L").resize((width, height))
    sky = Image.merge("RGB", (image, image.point(lambda one: one // 2), Image.new("L", image.size)))
    draw = ImageDraw.Draw(sky)
    draw.ellipse((220, 90, 420, 290), (255, 220, 90))
    for row, blue in enumerate((150, 110, 70)):
        top = 250 + row * 45
        draw.polygon([(0, 400), (0, top), (210, top - 60), (430, top + 30), (640, top - 20),
                      (640, 400)], (20, 40, blue))  # fmt: skip
    return of_image(sky, sky.size, "")
