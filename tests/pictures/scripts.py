"""The cards of the mansion in every script that pictures have to speak."""

from __future__ import annotations

from collections.abc import Mapping

from gm.game.cards import Card
from gm.game.decks import MANSION
from gm.themes import theme

_WORDS = {
    "vi": "Hồng Ngọc,Kim Ánh,Ngọc Trai,Húng Quế,Thiên Thanh,Tử Đằng,sợi dây,ống chì,con dao,"
    "cờ lê,chân nến,súng lục,Nhà bếp,Phòng khiêu vũ,Nhà kính,Phòng ăn,Bi-a,Thư viện,"
    "Phòng khách,Sảnh lớn,Phòng làm việc",
    "ko": "루비,금빛,진주,바질,하늘,보라,밧줄,파이프,칼,렌치,촛대,권총,부엌,무도회장,온실,"
    "식당,당구장,도서관,응접실,홀,서재",
    "bn": "চুনি,সোনালি,মুক্তা,তুলসী,নীলিমা,জামরঙা,দড়ি,নল,ছুরি,রেঞ্চ,মোমদানি,রিভলভার,রান্নাঘর,"
    "নাচঘর,কাচঘর,খাবার ঘর,বিলিয়ার্ড,গ্রন্থাগার,বসার ঘর,বড় হল,পড়ার ঘর",
    "gu": "માણેક,સોનલ,મોતી,તુલસી,નીલમ,જાંબલી,દોરડું,પાઇપ,છરી,પાનું,મીણબત્તીદાન,રિવોલ્વર,રસોડું,"
    "નૃત્યખંડ,કાચઘર,ભોજનખંડ,બિલિયર્ડ,પુસ્તકાલય,બેઠકખંડ,મુખ્ય ખંડ,અભ્યાસખંડ",
}
LANGUAGES = ("en", *_WORDS)


def names(language: str) -> Mapping[Card, str]:
    """The mansion's cards in a language, for pictures only."""
    if language == "en":
        return theme("default", "en").titles
    return dict(zip(MANSION.cards, _WORDS[language].split(","), strict=True))
