"""The words that people write for a dot, an at sign, a slash or a colon, in the languages in which this is a custom.

Written by hand from the marks that ioc_fanger, iocextract and ioc-finder know, and from dictionaries; 2026-11-22.
"""

DOT = (
    *("dot", "d0t", "punto", "punkt", "punt", "punct", "point", "ponto", "pont", "kropka", "nokta", "piste", "prik"),
    *("tecka", "tečka", "bodka", "tochka", "точка", "тчк", "крапка", "ドット", "點", "点", "닷", "점"),
)
AT = (
    *("at", "et", "ät", "arroba", "arobase", "arobas", "arrobase", "chiocciola", "klammeraffe", "apenstaartje"),
    *("snabel-a", "małpa", "malpa", "zavináč", "zavinac", "kukac", "miukumauku", "sobaka", "собака"),
    *("アットマーク", "アット", "골뱅이", "艾特"),
)
SLASH = ("slash", "barra", "barre", "schrägstrich", "slesh", "слэш", "слеш", "ukośnik", "スラッシュ", "斜杠")
COLON = ("colon", "doppelpunkt", "dospuntos", "deuxpoints", "duepunti", "dvojtečka", "двоеточие", "コロン", "冒号")
