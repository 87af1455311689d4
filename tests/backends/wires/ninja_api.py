"""The articles of `articles_site.py` by Django Ninja: Django's session, and a sign-in of JSON."""

from articles_site import Article
from django.contrib.auth import authenticate, login, logout
from django.shortcuts import get_object_or_404
from ninja import ModelSchema, NinjaAPI, PatchDict, Schema
from ninja.errors import HttpError
from ninja.pagination import LimitOffsetPagination, paginate
from ninja.security import django_auth

api = NinjaAPI(auth=django_auth)


class Credentials(Schema):
    username: str
    password: str


class ArticleIn(ModelSchema):
    class Meta:
        model = Article
        fields = ("title", "status", "text", "author")


class ArticleOut(ModelSchema):
    class Meta:
        model = Article
        fields = ("id", "title", "status", "text", "author")


@api.post("/login", auth=None)
def sign_in(request, payload: Credentials):
    user = authenticate(request, **payload.dict())
    if user is None:
        raise HttpError(401, "Wrong user name or password")
    login(request, user)
    return {"success": True}


@api.post("/logout")
def sign_out(request):
    logout(request)
    return {"success": True}


@api.get("/articles", response=list[ArticleOut])
@paginate(LimitOffsetPagination)
def articles(request):
    return Article.objects.order_by("id")


@api.get("/articles/{id}", response=ArticleOut)
def article(request, id: int):
    return get_object_or_404(Article, id=id)


@api.post("/articles", response={201: ArticleOut})
def add_article(request, payload: ArticleIn):
    return 201, Article.objects.create(**payload.dict())


@api.patch("/articles/{id}", response=ArticleOut)
def change_article(request, id: int, payload: PatchDict[ArticleIn]):
    Article.objects.filter(id=id).update(**payload)
    return get_object_or_404(Article, id=id)


@api.delete("/articles/{id}", response={204: None})
def delete_article(request, id: int):
    get_object_or_404(Article, id=id).delete()
    return 204, None
